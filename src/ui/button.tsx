import type { ComponentProps } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  /** What it stands for is in force. */
  readonly isOn?: boolean
  /** It does nothing now, and keeps the focus: for a button that its own press may turn off. */
  readonly isOff?: boolean
}

/**
 * A button of what is loaded after the first screen; without a class of its own one that stands back. (The first screen
 * has plain ones: the build would make a script of its own of what both share.)
 */
export function Button({ className = 'quiet', isOn = false, isOff = false, ...rest }: ButtonProps) {
  const off = isOff ? { 'aria-disabled': true, onClick: undefined } : {}
  return <button type="button" className={isOn ? `${className} on` : className} {...rest} {...off} />
}
