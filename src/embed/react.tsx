import { type CSSProperties, createElement, type ReactNode, useEffect, useRef } from 'react'
import type { LinkKey } from '../share/attributes.ts'

/** The value of a setting: `50`, `"off"`, `"60MiB"`, `true`; a list: names of parts, or the ends of a zoom. */
export type FigureValue = string | number | boolean | readonly (string | number)[]

/** The keys of a link (`gogc`, `memoryLimit`, `hide`…), and the address of the figure. */
export interface SawtoothFigureProps extends Partial<Readonly<Record<LinkKey, FigureValue>>> {
  /** The address of a Sawtooth, which may be a whole link: `https://example.org/sawtooth/#v=1&preset=spike`. */
  readonly src: string
  readonly theme?: 'auto' | 'light' | 'dark'
  readonly model?: 'guide' | 'runtime'
  /** In pixels; undefined: as high as the figure asks for. */
  readonly height?: number
  /** What the figure shows, for screen readers. */
  readonly title?: string
  readonly className?: string
  readonly style?: CSSProperties
  /** Shown if there is no script: a link or a picture. */
  readonly children?: ReactNode
  /** The reader has changed a setting, zoomed or reset: called with the link to the present state. */
  readonly onChange?: (link: string) => void
}

/** `<sawtooth-figure>` with typed props. Renders on a server too; the element itself arrives in the browser. */
export function SawtoothFigure({ onChange, children, ...props }: SawtoothFigureProps) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    import('./element.ts')
  }, [])
  useEffect(() => {
    const node = element.current
    if (!node || !onChange) return undefined
    const listen = (event: Event) => onChange((event as CustomEvent<{ link: string }>).detail.link)
    node.addEventListener('sawtooth-change', listen)
    return () => node.removeEventListener('sawtooth-change', listen)
  }, [onChange])
  return createElement('sawtooth-figure', { ...toAttributes(props), ref: element }, children)
}

function toAttributes(props: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(props)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => (name === 'style' ? [name, value] : [toName(name), toText(name, value)])),
  )
}

const toName = (key: string) =>
  key === 'className' ? 'class' : key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

/** A list as links write it: the two ends of a zoom, or names of parts. */
function toText(name: string, value: FigureValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? value.join(name === 'zoom' ? '~' : '.') : String(value)
}
