import type { ComponentProps } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  readonly isOn?: boolean
  /** The button does nothing now, but keeps the focus: for a button that its own press may turn off. */
  readonly isOff?: boolean
}

/** The first screen has plain buttons: the build would put a shared component into a script of its own. */
export function Button({ className = 'quiet', isOn = false, isOff = false, ...rest }: ButtonProps) {
  const off = isOff ? { 'aria-disabled': true, onClick: undefined } : {}
  return <button type="button" className={isOn ? `${className} on` : className} {...rest} {...off} />
}
