import { type CSSProperties, createElement, type ReactNode, useEffect, useRef } from 'react'
import type { LinkKey } from '../share/attributes.ts'

/** What a setting may be written as: `50`, `"off"`, `"60MiB"`, `true`; lists are names of parts, or the ends of a zoom. */
export type FigureValue = string | number | boolean | readonly (string | number)[]

/** The link's keys (`gogc`, `memoryLimit`, `hide`…), and where the figure comes from. */
export interface SawtoothFigureProps extends Partial<Readonly<Record<LinkKey, FigureValue>>> {
  /** The address of a Sawtooth, which may be a whole link: `https://example.org/sawtooth/#v=1&preset=spike`. */
  readonly src: string
  readonly theme?: 'auto' | 'light' | 'dark'
  readonly model?: 'guide' | 'runtime'
  /** In pixels; as high as the figure wants to be where it is absent. */
  readonly height?: number
  /** What the figure shows, for screen readers. */
  readonly title?: string
  readonly className?: string
  readonly style?: CSSProperties
  /** Stands where there is no script: a link or a picture. */
  readonly children?: ReactNode
  /** The reader has changed a setting, zoomed or reset: the link of what is shown now. */
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
