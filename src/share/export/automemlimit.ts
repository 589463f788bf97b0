import type { Scenario } from '../../scenario/types.ts'
import { toMemory } from './memory.ts'
import { toGoSettings } from './settings.ts'

/** Without a limit, Go would start no GC cycle on its own. */
const OFF_WITH_LIMIT = `	if err == nil && limit < math.MaxInt64 {
		debug.SetGCPercent(-1) // GOGC=off
	} else {
		log.Print("GOGC stays at 100: no memory limit was found")
	}
`

/**
 * A Go file that derives the limit from the container with automemlimit (github.com/KimMachineGun/automemlimit 1.0),
 * and follows the container when it is resized. Formatted as gofmt does.
 */
export function toAutomemlimit(scenario: Scenario): string {
  const { gogc, procs, notes } = toGoSettings(scenario)
  const { share, shareNotes } = toMemory(scenario)
  const said = [...notes, ...shareNotes, 'A GOMEMLIMIT in the environment counts before this: leave it unset.']
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
