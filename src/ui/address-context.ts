import { createContext, useContext } from 'react'

/** Gives the address of what is on screen. The page does not touch location itself: `address.ts` does. */
export type ToHref = () => string

export const AddressContext = createContext<ToHref>(() => '')

export function useAddress(): ToHref {
  return useContext(AddressContext)
}
