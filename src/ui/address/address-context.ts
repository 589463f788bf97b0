import { createContext, useContext } from 'react'

/** undefined until the part that writes links has loaded. Only `address.ts` touches location itself. */
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
