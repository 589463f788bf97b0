import type { ComponentProps } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  /** What it stands for is in force. */
  readonly isOn?: boolean
}

/**
 * A button of what is loaded after the first screen; without a class of its own one that stands back. (The first screen
 * has plain ones: the build would make a script of its own of what both share.)
 */
export function Button({ className = 'quiet', isOn = false, ...rest }: ButtonProps) {
  return <button type="button" className={isOn ? `${className} on` : className} {...rest} />
}
