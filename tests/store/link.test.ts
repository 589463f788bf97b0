import { describe, expect, it } from 'vitest'
import { RUNTIME_MODEL_VERSION } from '../../src/model/runtime/version.ts'
import { decodeLink } from '../../src/share/decode.ts'
import { toNotice } from '../../src/store/link.ts'

describe('the notice about an opened link', () => {
  const noticeOf = (link: string) => toNotice(decodeLink(link))

  it.each([
    ['a whole link', '#v=1&preset=steady'],
    [
      'a link of the runtime model that is here',
      `#v=1&preset=steady&model=runtime&modelVersion=${RUNTIME_MODEL_VERSION}`,
    ],
    ['a link of the runtime model that names no version', '#v=1&preset=steady&model=runtime'],
    ['a link of the guide’s model, whose figures never change', '#v=1&preset=steady&modelVersion=runtime-0'],
  ])('is empty for %s', (_, link) => {
    expect(noticeOf(link)).toBeUndefined()
  })

  it.each([
    ['itself', '#v=1&preset=steady&model=runtime&modelVersion=runtime-0'],
    ['the run it compares with', '#v=1&preset=steady&pin.preset=steady&pin.model=runtime&modelVersion=runtime-0'],
  ])('names the other runtime model that made the figures of %s, without problems', (_, link) => {
    expect(noticeOf(link)).toMatchObject({ modelVersion: 'runtime-0', problems: [], doubts: [] })
  })

  it('has the problems and the other model', () => {
    const notice = noticeOf('#v=1&preset=steady&model=runtime&gogc=many&modelVersion=runtime-0')
    expect(notice).toMatchObject({ modelVersion: 'runtime-0', problems: [expect.objectContaining({ path: 'gogc' })] })
  })
})
