import { useLayoutEffect, useRef } from 'react'
import { createAppPlayer } from '../../view/player/app-player.ts'
import { useApp } from '../context.ts'
import './playback.css'

export function Playback() {
  const app = useApp()
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const column = host.current?.parentElement
    if (!host.current || !column) return
    const player = createAppPlayer(app, { charts: () => column.querySelector('.charts'), hasValues: true })
    const { buttons, words, blocks } = player
    host.current.append(buttons, words, blocks)
    column.querySelector('.explained')?.append(words)
    return () => {
      player.destroy()
      for (const part of [buttons, words, blocks]) part.remove()
    }
  }, [app])
  return <div ref={host} className="player" />
}
