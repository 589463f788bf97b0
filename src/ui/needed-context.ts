import { type Context, createContext, useContext } from 'react'

export function createNeededContext<T>(name: string): readonly [Context<T | undefined>, () => T] {
  const context = createContext<T | undefined>(undefined)
  const useNeeded = () => {
    const value = useContext(context)
    if (value === undefined) throw new Error(`no ${name} around this component`)
    return value
  }
  return [context, useNeeded]
}
