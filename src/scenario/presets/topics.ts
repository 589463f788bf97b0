import { PRESET_GROUPS } from './all.ts'
import type { Preset } from './preset.ts'

export interface Topic {
  readonly title: string
  readonly presets: readonly TopicPreset[]
}

interface TopicPreset extends Preset {
  /** Who published the experiment, and when; empty for our own. */
  readonly source: string
}

/** The presets of each topic, the simplest topic first. Every preset is in one topic; a test keeps it so. */
const TOPICS: readonly (readonly [title: string, ids: readonly string[]])[] = [
  ['How the GC works', ['spike', 'steady', 'dynamic', 'steady-limit', 'anatomy', 'relative-goals']],
  [
    'Killed in a container, and what prevents it',
    [
      'people-oom',
      'people-oom-limit',
      'weaviate-oom',
      'weaviate-limit',
      'headroom',
      'headroom-5',
      'headroom-none',
      'three-schedules',
      'three-schedules-often',
      'three-schedules-late',
      'relative-goals-4g',
    ],
  ],
  [
    'A memory limit below the live heap',
    [
      'thrash',
      'thrash-capped',
      'guide-thrash',
      'guide-cap',
      'people-table',
      'people-table-7g',
      'people-table-6.5g',
      'people-table-6g',
      'people-table-5.5g',
    ],
  ],
  [
    'What GOGC costs and saves',
    [
      'guide-50',
      'guide-100',
      'guide-200',
      'relative-goals-25',
      'relative-goals-25-small',
      'ballast',
      'hash-nogc',
      'hash-2g',
      'hash-5g',
      'rpc-sweep',
      'rpc-sweep-50',
      'rpc-sweep-20',
      'rpc-sweep-10',
    ],
  ],
  ['Caches, and memory outside the Go heap', ['rpc', 'rpc-cache', 'rpc-mmap']],
  ['Reading a large file', ['lines-naive', 'lines-off', 'lines-limit', 'lines-prealloc', 'lines-arena']],
  [
    'Recorded programs',
    ['program-steady', 'program-spike', 'program-step', 'program-grow', 'program-cache', 'program-thrash'],
  ],
]

/** What people search presets by, beside the words of their texts. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  'program-grow': 'leak growing',
  'people-oom': 'kubernetes pod docker OOMKilled',
  'people-oom-limit': 'kubernetes pod docker',
  'three-schedules': 'batch job',
  thrash: 'latency assist death spiral',
  'guide-thrash': 'latency death spiral',
  'program-thrash': 'latency assist death spiral',
  'rpc-sweep': 'latency service',
  'lines-off': 'GOGC=off',
  'hash-nogc': 'GOGC=off',
}

/** @throws Error if a topic names a preset that does not exist: our own mistake */
export function toTopics(): readonly Topic[] {
  const known = new Map(
    PRESET_GROUPS.flatMap(({ label, presets }) => {
      // An article's group is labelled with its author and year, then a colon and its title.
      const source = label.includes(':') ? (label.split(':')[0] ?? '') : ''
      return presets.map((preset) => [preset.id, { ...preset, source }] as const)
    }),
  )
  return TOPICS.map(([title, ids]) => ({
    title,
    presets: ids.map((id) => {
      const preset = known.get(id)
      if (!preset) throw new Error(`no preset "${id}" for the topic "${title}"`)
      return preset
    }),
  }))
}

/** Topics with only the presets that match every word of a text, in order; topics without a match are left out. */
export function searchTopics(topics: readonly Topic[], text: string): readonly Topic[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return topics
    .map(({ title, presets }) => ({
      title,
      presets: presets.filter((preset) => {
        const { id, look, lookRuntime, source } = preset
        const all = [title, preset.title, id, look, lookRuntime, source, OTHER_WORDS[id]].join(' ').toLowerCase()
        return words.every((word) => all.includes(word))
      }),
    }))
    .filter(({ presets }) => presets.length > 0)
}
