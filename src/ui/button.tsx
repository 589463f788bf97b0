import type { ComponentProps } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  /** What it stands for is in force. */
  readonly isOn?: boolean
}

/** A button that does something on this page; without a class of its own one that stands back. */
export function Button({ className = 'quiet', isOn = false, ...rest }: ButtonProps) {
  return <button type="button" className={isOn ? `${className} on` : className} {...rest} />
}
