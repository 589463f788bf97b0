import { describe, expect, it } from 'vitest'
import { finish } from '../../src/model/slices.ts'
import { type Certainty, doubtsAbout, OF_INPUT, TOPICS, type Topic } from '../../src/prediction/doubt.ts'
import { OF_MEMORY, toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import type { Prediction } from '../../src/prediction/prediction.ts'
import { searchPrediction } from '../support/search-prediction.ts'
import { service } from './service.ts'

/** A program that surely survives, and one that is surely killed; with doubts about these topics. */
const SURVIVES = predicted('200MiB')
const KILLED = predicted('60MiB')

function predicted(containerLimit: string): Prediction {
  return finish(searchPrediction([{ scenario: service({ containerLimit }), weight: 1 }]))
}

function doubting(prediction: Prediction, ...topics: readonly Topic[]): Prediction {
  return { ...prediction, doubts: topics.flatMap((topic) => doubtsAbout(topic, topic)) }
}

describe('a doubt', () => {
  it.each(Object.entries(TOPICS) as [Topic, readonly Certainty[]][])(
    'about “%s” takes away no other certainty than %j',
    (topic, against) => {
      const kinds = [SURVIVES, KILLED].map((one) => toOutlook(doubting(one, topic))?.kind)
      expect(kinds).toEqual([
        against.includes('survival') ? 'could-be-killed' : 'survives',
        against.includes('kill') ? 'could-be-killed' : 'would-be-killed',
      ])
    },
  )

  it('is told in the order of the topics, once, if it has words', () => {
    const [cost, input, empty] = [doubtsAbout('cost', 'b'), doubtsAbout('input', 'a'), doubtsAbout('less', '')]
    const doubts = [...cost, ...input, ...empty, ...input]
    expect(toWarnings({ ...KILLED, doubts })).toEqual(['a', 'b'])
    expect(toWarnings({ ...KILLED, doubts }, ['cost'])).toEqual(['b'])
  })

  it('that the program needs less is told only if all simulated programs are killed; of swap, if one is', () => {
    const told = (killed: number) => {
      const outcomes = { completed: 1 - killed, 'oom-killed': killed }
      return toWarnings({ ...doubting(KILLED, 'less', 'survivor', 'swap'), outcomes })
    }
    expect([0, 0.5, 0.97, 1].map(told)).toEqual([[], ['swap'], ['swap', 'survivor'], ['swap', 'less']])
  })

  it('about what comes after the input is told of a run without a container, too', () => {
    const free = predicted('off')
    expect(toWarnings(doubting(free, 'extended'), OF_INPUT)).toEqual(['extended'])
    expect(toWarnings(doubting(predicted('1GiB'), 'extended'), OF_MEMORY)).toContain('extended')
    expect(toOutlook(doubting(predicted('1GiB'), 'extended'))?.kind).toBe('survives')
    const doubts = [{ about: 'extended', text: 'still grew', isOpen: true } as const]
    expect(toOutlook({ ...predicted('1GiB'), doubts })?.kind).toBe('could-be-killed')
  })

  it('about what comes after the input is not told if the container kills all programs before', () => {
    const from = KILLED.spread.wallSeconds.high
    const told = (seconds: number) => {
      const doubts = [{ about: 'extended', text: 'goes on', from: seconds } as const]
      return [toOutlook({ ...KILLED, doubts })?.kind, toWarnings({ ...KILLED, doubts })]
    }
    expect(told(from)).toEqual(['would-be-killed', []])
    expect(told(from / 2)).toEqual(['could-be-killed', ['goes on']])
    expect(toWarnings(doubting({ ...SURVIVES, spread: KILLED.spread }, 'extended'))).toContain('extended')
  })

  it('is not told beside one that says more', () => {
    expect(toWarnings(doubting(SURVIVES, 'growth', 'outgrown'))).toEqual(['outgrown'])
    expect(toWarnings(doubting(SURVIVES, 'late', 'behind'))).toEqual(['behind'])
    const full = { ...SURVIVES, fit: { ...SURVIVES.fit, mayFill: true } }
    expect(toWarnings(doubting(full, 'growth', 'outgrown'))).toEqual([
      'growth',
      expect.stringMatching(/^the model’s er/),
    ])
  })

  it('applies only if its reason is a text, even an empty one', () => {
    expect(doubtsAbout('input', undefined, false, 'a', '')).toEqual([
      { about: 'input', text: 'a' },
      { about: 'input', text: '' },
    ])
  })
})
