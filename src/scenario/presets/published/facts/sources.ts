import type { Source } from './facts.ts'

export const SOURCES: readonly Source[] = [
  {
    id: 'paper',
    title: 'Optimize Memory Usage of Go Applications by Setting the Memory Limit',
    author: 'Pallavi Priya Patharlagadda',
    year: 2024,
  },
  {
    id: 'weaviate',
    title: 'GOMEMLIMIT is a game changer for high-memory applications',
    author: 'Etienne Dilocker',
    year: 2022,
  },
  { id: 'hash', title: 'Golang. Shaping web-service memory consumption', author: 'Yuri Fenyuk', year: 2024 },
  { id: 'lines', title: 'Fun experiments with Go memory usage', author: 'abulimov', year: 2024 },
  { id: 'rpc', title: 'Reducing Costs for Large Caches in Go', author: 'Chris Frost, Samsara', year: 2022 },
]
