import { createContext, useContext, useLayoutEffect, useState } from 'react'
import { Mark } from '../../../charts/dom.ts'
import type { Stand } from './stand.ts'

/*
 * A move of the pointer changes where nearly everything on the strip stands, and nothing else. So React makes what is on
 * it, and where it stands is written past React, as the charts do: by each thing for itself, all in one go.
 */

type Paint = (stand: Stand) => void

export interface Painter {
  /** Where everything stands now. Asked only once something has been painted. */
  stand(): Stand
  paint(stand: Stand): void
  /** @returns how to be left out again */
  add(paint: Paint): () => void
}

export function createPainter(): Painter {
  const paints = new Set<Paint>()
  let current: Stand | undefined
  return {
    stand() {
      if (!current) throw new Error('asked where things stand before anything was painted')
      return current
    },
    paint(stand) {
      current = stand
      for (const paint of paints) paint(stand)
    },
    add(paint) {
      paints.add(paint)
      return () => void paints.delete(paint)
    },
  }
}

export const PainterContext = createContext<Painter | undefined>(undefined)

export function usePainter(): Painter {
  const painter = useContext(PainterContext)
  if (!painter) throw new Error('no PainterContext around this component')
  return painter
}

/** Has the strip call `paint` whenever something stands elsewhere; of what is new, before the page is shown. */
export function usePaint(paint: Paint): void {
  const { add } = usePainter()
  // The strip itself paints in a layout effect of its own, after those of all that is on it.
  useLayoutEffect(() => add(paint))
}

/** An element that React makes and a painter writes to. What is written must not be among its props. */
class Painted<E extends SVGElement | HTMLElement> {
  private mark: Mark<E> | undefined
  private last: readonly unknown[] | undefined

  readonly ref = (element: E | null): void => {
    this.mark = element ? new Mark(element) : undefined
    this.last = undefined
  }

  get element(): E | undefined {
    return this.mark?.element
  }

  /** Whether any of some values is another than when last asked: only then need what they say be put into words. */
  isNew(...values: readonly unknown[]): boolean {
    const { last } = this
    this.last = values
    return !last?.every((value, i) => value === values[i])
  }

  set(name: string, value: string | number): this {
    this.mark?.set(name, value)
    return this
  }

  text(content: string): this {
    this.mark?.text(content)
    return this
  }

  pixels(name: 'left' | 'width', length: number): this {
    this.mark?.pixels(name, length)
    return this
  }
}

/** @returns the same object at each rendering, its `ref` for the element */
export function usePainted<E extends SVGElement | HTMLElement = SVGElement>(): Painted<E> {
  return useState(() => new Painted<E>())[0]
}
