import { describe, expect, it } from 'vitest'
import { isGoGogc, isGoMemLimit, toGoMemLimit } from '../../src/scenario/go-env.ts'
import { readCount, readGogc, readLimit, readMemoryLimit, readNumber, readSize } from '../../src/scenario/typed.ts'
import { readContainerLimit } from '../../src/scenario/typed-container.ts'
import { readPercentage, readQuota, readRate } from '../../src/scenario/typed-number.ts'
import { readSeconds } from '../../src/scenario/typed-seconds.ts'
import { GIB, MIB, OFF } from '../../src/units.ts'

const bytes = (text: string) => {
  const typed = readSize(text)
  return typed.kind === 'read' ? typed.value : typed.message
}
const limit = (size: number) => ({ kind: 'bytes', bytes: size }) as const

describe('sizes as people type them', () => {
  it.each([
    '60',
    '60M',
    '60MB',
    '60 MiB',
    '60mib',
    '60Mi',
    ' 60 mb ',
    '60.0',
    '60,0',
    '+60MiB',
    '62914560',
    '61440KiB',
  ])('%s is 60 MiB', (text) => expect(bytes(text)).toBe(60 * MIB))
  it.each(['1.5GiB', '1.5G', '1,5 g', '1536Mi', '1536', '1,536MiB', '1 536 MiB', '1_536M'])('%s is 1.5 GiB', (text) =>
    expect(bytes(text)).toBe(1.5 * GIB),
  )
  it('a bare number is read as MiB until it can only be bytes', () => {
    expect(bytes('1048575')).toBe(1048575 * MIB)
    expect(bytes('1048576')).toBe(MIB)
    expect(bytes('1700000000')).toBe(1.7e9)
    expect(bytes('1e9')).toBe(1e9)
  })
  it.each(['', '  ', 'lots', '60 apples', '1..5G', '12MiB34', 'MiB', 'NaN', '1e999', '0x10', '-5MiB'])(
    '"%s" is refused with an example of what to write',
    (text) => expect(bytes(text)).toMatch(/60MiB/),
  )
  it('sizes above 16 TiB are refused', () => {
    expect(bytes('16TiB')).toBe(16 * 1024 * GIB)
    for (const text of ['16.1TiB', '1PiB', '1Pi', '1P', '1pb', '1e9 GiB'])
      expect(bytes(text)).toBe('The largest size is 16TiB.')
  })
  it.each(['off', 'OFF', 'none', 'unlimited', '∞', '-'])('%s is no limit', (text) =>
    expect(readLimit(text)).toEqual({ kind: 'read', value: OFF }),
  )
})

// What Go 1.26.8 does with each text was tried with a program that prints debug.SetMemoryLimit(-1).
describe('what Go makes of GOMEMLIMIT', () => {
  it.each(['', 'off', '60MiB', '+60MiB', '0', '60', '1536MiB', '9223372036854775807'])('Go starts with "%s"', (text) =>
    expect(isGoMemLimit(text)).toBe(true),
  )
  it.each(['60M', '60 MiB', '1.5GiB', '60mib', '1e9', '-1', '1G', '512Mi', '80%', 'OFF'])(
    'Go aborts with "%s"',
    (text) => expect(isGoMemLimit(text)).toBe(false),
  )
  it.each([
    ['1.5GiB', '1536MiB'],
    ['1G', '1GiB'],
    ['512Mi', '512MiB'],
    ['60 MiB', '60MiB'],
    ['1.3GiB', '1331MiB'],
    ['0.25GiB', '256MiB'],
  ])('%s is read, with %s offered for Go', (text, use) => {
    const typed = readMemoryLimit(text, OFF)
    expect(typed).toMatchObject({ kind: 'read', refused: { use } })
    expect(typed.kind === 'read' && typed.refused?.message).toContain('malformed GOMEMLIMIT')
    expect(isGoMemLimit(use)).toBe(true)
  })
  it('a text that Go accepts gets no suggested replacement', () => {
    expect(readMemoryLimit('1536MiB', OFF)).toEqual({ kind: 'read', value: limit(1.5 * GIB) })
    expect(readMemoryLimit('1700000000', OFF)).toEqual({ kind: 'read', value: limit(1.7e9) })
    expect(readMemoryLimit('off', OFF)).toEqual({ kind: 'read', value: OFF })
  })
  it.each(['none', 'OFF', 'unlimited', '-'])('%s is no limit here, and Go does not start with it', (text) =>
    expect(readMemoryLimit(text, OFF)).toEqual({
      kind: 'read',
      value: OFF,
      refused: {
        message: `Go does not start with GOMEMLIMIT=${text} (“malformed GOMEMLIMIT”). Read here as off.`,
        use: 'off',
      },
    }),
  )
  it.each(['abc', '60 apples', '', '-1'])('“%s” is refused with sizes that Go accepts', (text) => {
    const typed = readMemoryLimit(text, OFF)
    const sizes = typed.kind === 'unread' ? typed.message.match(/\d\S*B/g) : null
    for (const size of sizes ?? ['none']) expect(isGoMemLimit(size)).toBe(true)
  })
  it('a bare small number is read as MiB, and the note says that Go would read bytes', () => {
    expect(readMemoryLimit('60', OFF)).toMatchObject({
      value: limit(60 * MIB),
      refused: { message: 'Go reads GOMEMLIMIT=60 as 60 bytes. Read here as 60MiB.', use: '60MiB' },
    })
  })
  it('a percentage is a share of the container, and refused without a container', () => {
    expect(readMemoryLimit('80%', limit(512 * MIB))).toMatchObject({
      value: limit(409 * MIB),
      refused: { use: '409MiB' },
    })
    expect(readMemoryLimit('100%', limit(16 * 1024 * GIB))).toMatchObject({ value: limit(16 * 1024 * GIB) })
    expect(readMemoryLimit('80 %', OFF)).toMatchObject({
      kind: 'unread',
      message: expect.stringContaining('container'),
    })
  })
  it('the suggested text never exceeds the limit, and is exact where a whole unit is', () => {
    expect(toGoMemLimit(limit(10.5 * MIB))).toBe('10752KiB')
    expect(toGoMemLimit(limit(1000))).toBe('1000')
    expect(toGoMemLimit(limit(10.5 * MIB + 7))).toBe('10752KiB')
    expect(toGoMemLimit(limit(0))).toBe('0')
  })
})

// What Go 1.26.8 does with each text was tried with a program that prints debug.SetGCPercent(-1).
describe('GOGC as people type it', () => {
  it.each(['50', '+50', '-1', 'off', '0'])('Go reads "%s" as written', (text) => expect(isGoGogc(text)).toBe(true))
  it.each(['50%', 'OFF', '3000000000', '12.5', '28GB'])('Go silently takes 100 for "%s"', (text) =>
    expect(isGoGogc(text)).toBe(false),
  )
  it('a percent sign is accepted, with a note that Go does not accept it', () => {
    expect(readGogc('50%', false)).toMatchObject({ value: { kind: 'percent', percent: 50 }, refused: { use: '50' } })
    expect(readGogc('50', false)).toEqual({ kind: 'read', value: { kind: 'percent', percent: 50 } })
  })
  it('a note names the value used here if Go reads another', () => {
    const said = (text: string, isWholeOnly = true) => {
      const typed = readGogc(text, isWholeOnly)
      return typed.kind === 'read' ? typed.refused?.message : undefined
    }
    expect(said('12.5')).toBe('Go silently reads GOGC=12.5 as 100. Read here as 13.')
    expect(said('100%')).toBe('Go silently reads GOGC=100% as 100.')
    expect(said('12.5', false)).toBe('Go silently reads GOGC=12.5 as 100. Read here as 12.5.')
    expect(said('100.4', false)).toBe('Go silently reads GOGC=100.4 as 100. Read here as 100.4.')
    expect(said('OFF', false)).toBe('Go silently reads GOGC=OFF as 100. Read here as off.')
  })
  it('off is off in any spelling, and negative numbers are off as in Go', () => {
    expect(readGogc('off', false)).toEqual({ kind: 'read', value: OFF })
    expect(readGogc('Off', false)).toMatchObject({ value: OFF, refused: { use: 'off' } })
    expect(readGogc('-1', false)).toEqual({ kind: 'read', value: OFF })
  })
  it('fractions are for the guide model only', () => {
    expect(readGogc('12.5', false)).toMatchObject({ value: { percent: 12.5 }, refused: { use: '13' } })
    expect(readGogc('12.5', true)).toMatchObject({ value: { percent: 13 } })
  })
  it.each(['', 'fast', '1e6', '10000000', '28GB'])('"%s" is refused with an explanation', (text) =>
    expect(readGogc(text, false)).toMatchObject({ kind: 'unread', message: expect.stringMatching(/off/) }),
  )
  it('the explanation says where Go would take 100 for it', () => {
    const instead = 'Write a percentage such as 100, or off.'
    const said = (text: string) => {
      const typed = readGogc(text, true)
      return typed.kind === 'unread' ? typed.message : undefined
    }
    for (const text of ['28GB', '0x64', 'fast', '-5.5'])
      expect(said(text)).toBe(`Go silently reads GOGC=${text} as 100. ${instead}`)
    expect(said('99999999999')).toMatch(
      /^Go silently reads GOGC=99999999999 as 100\. The largest GOGC here is 1000000\./,
    )
    expect(said('9'.repeat(200))).toMatch(/^Go silently reads GOGC=9{39}… as 100\. That text is longer/)
    // Go runs with this one.
    expect(said('10000000')).toMatch(/^The largest GOGC here is 1000000\./)
    expect(said('')).toBe(instead)
  })
})

describe('a CPU quota as people type it', () => {
  const cpus = (value: number) => ({ kind: 'read', value: { kind: 'cpus', cpus: value } })

  it.each([
    ['1.5', 1.5],
    ['0.5', 0.5],
    ['500m', 0.5],
    ['1500m', 1.5],
    ['64', 64],
    ['64000m', 64],
  ])('%s is %d CPUs', (text, value) => expect(readQuota(text, 64)).toMatchObject(cpus(value)))

  it('off is no quota', () => expect(readQuota('off', 64)).toEqual({ kind: 'read', value: OFF }))

  // With 0 the program would never run.
  it.each(['0', '0m', '', '65', '65000m', '-1', 'many', '1.5m'])('“%s” is refused with what is accepted', (text) =>
    expect(readQuota(text, 64)).toEqual({
      kind: 'unread',
      message: 'Write more than 0 and at most 64 CPUs, such as 1.5 or 500m, or off.',
    }),
  )
})

it('a value exactly at a bound is accepted', () => {
  expect(readCount('1', 1, 64)).toMatchObject({ value: 1 })
  expect(readCount('64', 1, 64)).toMatchObject({ value: 64 })
  expect(readNumber('0', 0, 2.5)).toMatchObject({ value: 0 })
  expect(readNumber('2.5', 0, 2.5)).toMatchObject({ value: 2.5 })
  expect(readPercentage('0')).toEqual({ kind: 'read', value: 0 })
  expect(readPercentage('1')).toEqual({ kind: 'read', value: 0.01 })
  expect(readPercentage('1.5')).toEqual({ kind: 'read', value: 0.015 })
  expect(readPercentage('100')).toEqual({ kind: 'read', value: 1 })
  expect(readGogc('1000000', true)).toEqual({ kind: 'read', value: { kind: 'percent', percent: 1_000_000 } })
  expect(readGogc('1000001', true)).toMatchObject({ kind: 'unread' })
})

it('a GOGC with decimals is rounded to the nearest where it has to be whole', () => {
  expect(readGogc('12.4', true)).toMatchObject({ value: { percent: 12 }, refused: { use: '12' } })
  expect(readGogc('12.6', true)).toMatchObject({ value: { percent: 13 }, refused: { use: '13' } })
  expect(readGogc('12.4', false)).toMatchObject({ value: { percent: 12.4 }, refused: { use: '12' } })
})

it('a share of a container is rounded down to whole MiB, or to bytes below 1 MiB', () => {
  expect(readMemoryLimit('50%', limit(2 * MIB))).toMatchObject({ value: limit(MIB) })
  expect(readMemoryLimit('50%', limit(3.5 * MIB))).toMatchObject({ value: limit(MIB) })
  expect(readMemoryLimit('50%', limit(1001))).toMatchObject({ value: limit(500) })
})

it('counts are whole and within their range', () => {
  expect(readCount('8', 1, 4096)).toEqual({ kind: 'read', value: 8 })
  for (const text of ['0', '4097', '1.5', '', 'many'])
    expect(readCount(text, 1, 4096)).toEqual({ kind: 'unread', message: 'Write a whole number from 1 to 4096.' })
})

it.each([
  ['a size', (text: string) => readSize(text)],
  ['a limit', (text: string) => readLimit(text)],
  ['a memory limit', (text: string) => readMemoryLimit(text, OFF)],
  ['GOGC', (text: string) => readGogc(text, false)],
  ['a count', (text: string) => readCount(text, 1, 4096)],
] as const)('a text far too long for %s is refused for its length, unread', (_, read) => {
  expect(read('9'.repeat(101))).toMatchObject({ kind: 'unread', message: expect.stringContaining('longer than 100') })
})

it('rates, shares and plain numbers are read as people write them', () => {
  for (const text of ['2GiB', '2 GiB/s', '2g/sec', '2 GiB per second', '2 GiB per CPU-second', '2GiB/CPU-s'])
    expect(readRate(text)).toMatchObject({ value: 2 * GIB })
  for (const text of ['20', '20%', '20 %']) expect(readPercentage(text)).toEqual({ kind: 'read', value: 0.2 })
  expect(readNumber('1.5', 0, 8)).toEqual({ kind: 'read', value: 1.5 })
  expect(readNumber('1,5', 0, 8)).toMatchObject({ kind: 'read', value: 1.5 })
  for (const text of ['', '101', '-1', 'half']) expect(readPercentage(text).kind).toBe('unread')
  for (const text of ['', '9', '-1', 'all']) expect(readNumber(text, 0, 8).kind).toBe('unread')
})

it('calls a refused rate a rate, not a size', () => {
  const said = (text: string) => readRate(text)
  expect(said('fast')).toMatchObject({ message: '“fast” is not a rate. Write for example 60MiB/s or 2GiB/s.' })
  expect(said('-1')).toMatchObject({ message: 'A rate cannot be negative. Write for example 60MiB/s or 2GiB/s.' })
  expect(said('1e12GiB/s')).toMatchObject({ message: 'The largest rate is 16TiB/s.' })
  expect(said('')).toMatchObject({ message: 'Write for example 60MiB/s or 2GiB/s.' })
})

describe('every reader reads a comma in the same way, with a note', () => {
  const readers = {
    size: (text: string) => readSize(text),
    rate: (text: string) => readRate(text),
    'container limit': (text: string) => mib(readContainerLimit(text)),
    'memory limit': (text: string) => mib(readMemoryLimit(text, OFF)),
    number: (text: string) => readNumber(text, 0, 1e9),
    seconds: (text: string) => readSeconds(text),
    GOGC: (text: string) => percent(readGogc(text, false)),
  }
  const isSize = (name: string) => !['number', 'seconds', 'GOGC'].includes(name)

  describe.each(Object.entries(readers))('%s', (name, read) => {
    const unit = isSize(name) ? MIB : 1
    it.each([
      ['2,500', 2500],
      ['1,000,000', 1e6],
      ['1,024.5', 1024.5],
      ['2,5', 2.5],
      ['0,500', 0.5],
      ['12,34', 12.34],
      [',5', 0.5],
    ])('reads %s as %d', (text, value) => {
      const typed = read(text)
      expect(typed).toMatchObject({ kind: 'read', value: value * unit })
      // Go refuses such a text, and the message says that instead.
      if (name !== 'memory limit') expect(typed).toMatchObject({ note: expect.stringContaining('the comma') })
    })
    it.each(['1,2,3', '1,23,456', '1.024,5', '2,5,0', '1,0000,000'])('refuses %s', (text) => {
      expect(read(text).kind).toBe('unread')
    })
  })

  it('a count may have separators of thousands, but no decimals', () => {
    expect(readCount('2,500', 1, 4096)).toMatchObject({ value: 2500 })
    expect(readCount('2,5', 1, 4096).kind).toBe('unread')
  })

  function mib(typed: ReturnType<typeof readContainerLimit>) {
    return typed.kind === 'read' && typed.value.kind === 'bytes' ? { ...typed, value: typed.value.bytes } : typed
  }
  function percent(typed: ReturnType<typeof readGogc>) {
    return typed.kind === 'read' && typed.value.kind === 'percent' ? { ...typed, value: typed.value.percent } : typed
  }
})

it('a container of nothing is refused: it is not the same as no container', () => {
  for (const text of ['0', '0Mi', '0.0 GiB'])
    expect(readContainerLimit(text)).toEqual({ kind: 'unread', message: 'Write a size above 0, or off for none.' })
  expect(readContainerLimit('off')).toEqual({ kind: 'read', value: OFF })
})

describe('a size has a note on how it was read if its unit is ambiguous', () => {
  it.each([
    ['60M', 'Read as 60MiB.'],
    ['60 MB', 'Read as 60MiB.'],
    ['60', 'Read as 60MiB.'],
    ['1.5g', 'Read as 1536MiB.'],
  ])('%s', (text, note) => expect(readSize(text)).toMatchObject({ note }))
  it.each(['60MiB', '60mib', '512B', '1700000000', '1.5GiB'])('but not %s', (text) =>
    expect(readSize(text)).toEqual({ kind: 'read', value: expect.any(Number) }),
  )
  it('the note on a limit gives Go’s reading beside this page’s', () => {
    expect(readMemoryLimit('4G', OFF)).toMatchObject({
      value: limit(4 * GIB),
      refused: { message: expect.stringMatching(/malformed GOMEMLIMIT.* Read here as 4GiB\.$/), use: '4GiB' },
    })
  })
  it('a share without a percent sign that looks like a fraction has a note that it is in percent', () => {
    expect(readPercentage('0.5')).toMatchObject({ value: 0.005, note: 'Read as 0.5 %; a share of 0.5 is 50 %.' })
    expect(readPercentage('0.5%')).toEqual({ kind: 'read', value: 0.005 })
  })
})

// Kubernetes: apimachinery's resource.Quantity. m is a thousandth, k M G T are decimal, Ki Mi Gi Ti binary.
describe('a container’s limit is read as Kubernetes reads it', () => {
  it.each([
    ['4G', 4e9, /4 000 000 000 bytes \(3\.725GiB\).*G is decimal, Gi is binary/],
    ['4Gi', 4 * GIB, /Read as 4GiB, as Kubernetes/],
    ['512Mi', 512 * MIB, /Read as 512MiB/],
    ['500M', 5e8, /476\.8MiB/],
    ['1.5Gi', 1.5 * GIB, /1536MiB/],
    ['64k', 64e3, /k is decimal, Ki is binary/],
    ['2T', 2e12, /1\.819TiB|1863GiB/],
    ['60', 60 * MIB, /Kubernetes would take 60 as 60 bytes: write 60Mi/],
    ['1', MIB, /Kubernetes would take 1 as 1 byte: write 1Mi/],
    // resource.Quantity.Value rounds up.
    ['1.2', 1.2 * MIB, /Kubernetes would take 1\.2 as 2 bytes: write 1\.2Mi/],
    ['128974848', 128974848, /Read as bytes: 123MiB/],
    ['129e6', 129e6, /Read as bytes/],
  ])('%s', (text, size, note) => {
    expect(readContainerLimit(text)).toEqual({ kind: 'read', value: limit(size), note: expect.stringMatching(note) })
  })
  it.each(['4GiB', '60MiB', '512B'])('%s, as this page writes it, needs no note', (text) => {
    expect(readContainerLimit(text)).toEqual({ kind: 'read', value: limit(bytes(text) as number) })
  })
  it.each([
    ['4Gb', /does not accept 4Gb\. Write 4Gi \(binary\) or 4G \(decimal\)/],
    ['4GB', /does not accept 4GB/],
    ['4g', /does not accept 4g\. Write 4Gi \(binary\) or 4G/],
    ['64K', /Write 64Ki \(binary\) or 64k \(decimal\)/],
    ['100m', /100 thousandths of a byte\. Write 100Mi/],
    ['100mb', /does not accept 100mb/],
    ['4 apples', /is not a size/],
    ['', /is not a size/],
    ['-4Gi', /negative/],
    ['17Ti', /16TiB/],
    ['1PiB', /^The largest size is 16TiB\.$/],
    ['1Pi', /^The largest size is 16TiB\.$/],
    ['1P', /^The largest size is 16TiB\.$/],
    ['1pb', /^The largest size is 16TiB\.$/],
    ['1 pod', /is not a size/],
    ['9'.repeat(101), /longer than 100/],
  ])('%s is refused with what could be meant', (text, message) => {
    expect(readContainerLimit(text)).toEqual({ kind: 'unread', message: expect.stringMatching(message) })
  })
  it.each(['off', 'none', '-'])('%s is no container', (text) => {
    expect(readContainerLimit(text)).toEqual({ kind: 'read', value: OFF })
  })
})

it('a text of a hundred characters is still read', () => {
  expect(readSize(`${'0'.repeat(95)}60MiB`)).toEqual({ kind: 'read', value: 60 * MIB })
})

it('a container’s limit exactly at a bound is accepted', () => {
  expect(readContainerLimit('16Ti')).toMatchObject({ kind: 'read', value: limit(16 * 1024 * GIB) })
  expect(readContainerLimit('1048576')).toMatchObject({ value: limit(MIB), note: 'Read as bytes: 1MiB.' })
  expect(readContainerLimit('1048575')).toMatchObject({ value: limit(1048575 * MIB) })
})

it('the message about a refused unit repeats the number as typed, with its exponent', () => {
  expect(readContainerLimit('4e2g')).toMatchObject({
    kind: 'unread',
    message: expect.stringContaining('Write 4e2Gi (binary) or 4e2G (decimal).'),
  })
})

it('says how a rate was read, with its unit', () => {
  expect(readRate('200MB/s')).toMatchObject({ value: 200 * MIB, note: 'Read as 200MiB/s.' })
})
