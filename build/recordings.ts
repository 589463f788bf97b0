import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FOLDER = 'tests/fixtures/runs'
const FILE = 'recordings.json'

/** Joins the recorded runs that tests compare the models with into one file for the evidence page. */
export const recordings: Plugin = {
  name: 'sawtooth:recordings',
  applyToEnvironment: ({ name }) => name === 'client',
  configureServer(server) {
    server.middlewares.use(`/${FILE}`, (_request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(readRecordings())
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: readRecordings() })
  },
}

/** JSON of `Recordings` in src/pages/evidence/recordings.ts. */
function readRecordings(): string {
  const read = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8')
  const logs = readdirSync(`${FOLDER}/logs`)
    .filter((file) => file.endsWith('.log'))
    .map((file) => [file.replace(/\.log$/, ''), read(`logs/${file}`)])
  return JSON.stringify({
    programs: JSON.parse(read('programs.json')),
    jobs: JSON.parse(read('jobs.json')),
    logs: Object.fromEntries(logs),
  })
}
