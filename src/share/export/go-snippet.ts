import type { Scenario } from '../../scenario/types.ts'
import { limitBytes, UNITS_DOWNWARDS } from '../../units.ts'
import { offNotes, toMemory } from './memory.ts'
import { toGoSettings, type UnknownProcs } from './settings.ts'

/**
 * The settings as a Go file of package main, in the form of gofmt; it overrides the environment. Off is −1 for
 * SetGCPercent and math.MaxInt64 for SetMemoryLimit (Go 1.26, runtime/debug).
 */
export function toGoSnippet(scenario: Scenario, unknown?: UnknownProcs): string {
  const { gogc, memoryLimit, procs, notes } = toGoSettings(scenario, unknown)
  const bytes = limitBytes(scenario.memoryLimit)
  const imports = [
    ...(bytes === Infinity ? ['math'] : []),
    ...(procs === undefined ? [] : ['runtime']),
    'runtime/debug',
  ]
  const calls: readonly (readonly [string, string])[] = [
    [`debug.SetGCPercent(${gogc === 'off' ? '-1' : gogc})`, `GOGC=${gogc}`],
    [
      `debug.SetMemoryLimit(${bytes === Infinity ? 'math.MaxInt64' : toGoBytes(memoryLimit)})`,
      `GOMEMLIMIT=${memoryLimit}`,
    ],
    ...(procs === undefined ? [] : [[`runtime.GOMAXPROCS(${procs})`, `GOMAXPROCS=${procs}`] as const]),
  ]
  const widest = Math.max(...calls.map(([call]) => call.length))
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    ...[...notes, ...offNotes(scenario)].map((note) => `// ${note}`),
    'func init() {',
    ...calls.map(([call, comment]) => `\t${call.padEnd(widest)} // ${comment}`),
    '}',
    '',
  ].join('\n')
}

/** `60 << 20` for `60MiB`. */
function toGoBytes(text: string): string {
  const [, digits = '0', suffix = ''] = /^(\d+)(\w*)$/.exec(text) ?? []
  const unit = UNITS_DOWNWARDS.find(([name]) => name === suffix)
  return unit ? `${digits} << ${Math.log2(unit[1])}` : digits
}

/** Without a limit, Go would start no GC cycle on its own. */
const OFF_WITH_LIMIT = `	if err == nil && limit < math.MaxInt64 {
		debug.SetGCPercent(-1) // GOGC=off
	} else {
		log.Print("GOGC is unchanged: no memory limit was found")
	}
`

/**
 * Derives the limit from the container with automemlimit (github.com/KimMachineGun/automemlimit 1.0), and follows the
 * container when it is resized. Formatted as gofmt does.
 */
export function toAutomemlimit(scenario: Scenario, unknown?: UnknownProcs): string {
  const { gogc, procs, notes } = toGoSettings(scenario, unknown)
  const { share, shareNotes } = toMemory(scenario)
  const said = [
    ...notes,
    ...shareNotes,
    'If GOMEMLIMIT is set in the environment, that one is used: leave it unset.',
    'AUTOMEMLIMIT in the environment replaces this ratio; AUTOMEMLIMIT=off sets no limit.',
    ...(gogc === 'off'
      ? ['If the container loses its limit while this runs, so does Go: no GC cycle starts on its own then.']
      : []),
  ]
  return `package main

import (
	"context"
	"log"${gogc === 'off' ? '\n\t"math"' : ''}${procs === undefined ? '' : '\n\t"runtime"'}
	"runtime/debug"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

${said.map((note) => `// ${note}\n`).join('')}func init() {
${gogc === 'off' ? '' : `\tdebug.SetGCPercent(${gogc}) // GOGC=${gogc}\n`}${procs === undefined ? '' : `\truntime.GOMAXPROCS(${procs})\n`}	${gogc === 'off' ? 'limit' : '_'}, err := memlimit.Set(
		memlimit.WithRatio(${share / 100}),
		memlimit.WithRefreshInterval(context.Background(), time.Minute),
	)
	if err != nil {
		log.Printf("no memory limit: %v", err)
	}
${gogc === 'off' ? OFF_WITH_LIMIT : ''}}
`
}
