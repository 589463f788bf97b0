import { createContext, useContext } from 'react'

/**
 * Returns the address of the state on screen; undefined until the part that writes links has loaded. The page does not
 * touch location itself: `address.ts` does.
 */
type ToHref = () => string | undefined

export interface PageAddress {
  readonly toHref: ToHref
  /** Loads the part that writes links. @throws if it cannot be fetched */
  connect(): Promise<void>
}

export const AddressContext = createContext<PageAddress>({ toHref: () => undefined, connect: async () => {} })

export function useAddress(): PageAddress {
  return useContext(AddressContext)
}
