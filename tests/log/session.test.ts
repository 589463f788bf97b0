import { describe, expect, it } from 'vitest'
import type { LogSummary, MeasuredRun } from '../../src/log/measured.ts'
import { createSession } from '../../src/log/session.ts'

const runOf = (run: number) =>
  ({ run, columns: { count: 3, heapEndMiB: new Uint32Array([10, 30, 20]) } }) as unknown as MeasuredRun

/** A session on a log whose longest run is its second, and whose other runs are measured when told. */
async function start() {
  const asked: { run: number; resolve(): void; reject(error: Error): void }[] = []
  const source = { name: 'a.log', blob: new Blob([]) }
  const log = {
    runs: [
      { index: 0, cycles: 12 },
      { index: 1, cycles: 40 },
      { index: 2, cycles: 3 },
    ],
  } as unknown as LogSummary
  const session = createSession({ source, log, longest: Promise.resolve(runOf(1)) }, (run) => {
    return new Promise((resolve, reject) => asked.push({ run, resolve: () => resolve(runOf(run)), reject }))
  })
  await session.open(1)
  return { session, asked, state: () => session.store.getState() }
}

describe('the report of a log', () => {
  it('shows the longest run, which was measured for it, at its peak', async () => {
    const { asked, state } = await start()
    expect(state()).toMatchObject({ measured: { run: 1 }, selected: 1, isPicked: false, opening: undefined })
    expect(asked).toEqual([])
  })

  it('keeps a run until the chosen one is measured', async () => {
    const { session, asked, state } = await start()
    session.select(2)
    const opened = session.open(0)
    expect(state()).toMatchObject({ measured: { run: 1 }, opening: 0, selected: 2 })
    asked[0]!.resolve()
    await opened
    expect(state()).toMatchObject({ measured: { run: 0 }, opening: undefined, selected: 1, isPicked: false })
  })

  it('shows the run that was chosen last, whatever arrives first', async () => {
    const { session, asked, state } = await start()
    const opened = [session.open(0), session.open(2)]
    asked[1]!.resolve()
    asked[0]!.resolve()
    await Promise.all(opened)
    expect(state().measured?.run).toBe(2)
    const back = [session.open(0), session.open(2)]
    asked[2]!.resolve()
    await Promise.all(back)
    expect(state()).toMatchObject({ measured: { run: 2 }, opening: undefined })
    // The shown run is not measured again.
    expect(asked).toHaveLength(3)
  })

  it('says why a run cannot be shown, until another is', async () => {
    const { session, asked, state } = await start()
    const opened = session.open(0)
    asked[0]!.reject(new Error('out of memory'))
    await opened
    expect(state()).toMatchObject({ measured: { run: 1 }, opening: undefined, problem: 'out of memory' })
    const again = session.open(0)
    asked[1]!.resolve()
    await again
    expect(state()).toMatchObject({ measured: { run: 0 }, problem: undefined })
  })
})
