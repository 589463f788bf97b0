import { readFileSync } from 'node:fs'

const LOCATION = /location\s+(~\s+)?(\S+)\s*\{([^{}]*)\}/g
const HEADER = /add_header\s+(\S+)\s+"([^"]*)"(\s+always)?;/g

/**
 * The headers that an nginx configuration adds, as far as ours goes: regular expressions count in their order, the
 * prefix `/` for all the rest, and a location's headers are all there are.
 *
 * @param {string} file
 * @returns {(path: string, status: number) => Record<string, string>} the headers for a path: where the answer is an
 *   error, only those that are added always
 */
export function readNginxHeaders(file) {
  const text = readFileSync(file, 'utf8').replace(/^\s*#.*$/gm, '')
  const locations = [...text.matchAll(LOCATION)].map(([, isPattern, pattern = '', body = '']) => ({
    fits: isPattern ? (/** @type {string} */ path) => new RegExp(pattern).test(path) : () => false,
    isRest: !isPattern,
    headers: [...body.matchAll(HEADER)].map(([, name = '', value = '', always]) => ({ name, value, always })),
  }))
  const rest = locations.find(({ isRest }) => isRest)
  if (!rest) throw new Error(`${file} has no location /`)
  return (path, status) => {
    const { headers } = locations.find(({ fits }) => fits(path)) ?? rest
    const added = headers.filter(({ always }) => always || status < 400)
    return Object.fromEntries(added.map(({ name, value }) => [name, value]))
  }
}
