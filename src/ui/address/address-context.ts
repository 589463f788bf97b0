import { createContext, useContext } from 'react'

/**
 * Gives the address of what is on screen; undefined until the part that writes links is there. The page does not touch
 * location itself: `address.ts` does.
 */
type ToHref = () => string | undefined

/** The address as the page's parts need it. */
export interface PageAddress {
  readonly toHref: ToHref
  /** Fetches the part that writes links, where it is not there yet. @throws where it cannot be fetched */
  connect(): Promise<void>
}

export const AddressContext = createContext<PageAddress>({ toHref: () => undefined, connect: async () => {} })

export function useAddress(): PageAddress {
  return useContext(AddressContext)
}
