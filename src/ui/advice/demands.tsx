import { useId, useState } from 'react'
import type { Demand } from '../../explore/advice/demand.ts'
import { lowerFirst } from '../../format.ts'
import { readNumber } from '../../scenario/typed.ts'
import { TypedField } from '../controls/typed-field.tsx'
import { Select } from '../select.tsx'

/** GC CPU shares and margins to choose from, in percent. */
const SHARES = [2, 5, 10, 15, 20, 25, 30, 50]
const MARGINS = [0, 10, 25, 50, 100]

interface DemandsProps {
  readonly demand: Demand
  readonly onChange: (demand: Demand) => void
}

export function Demands({ demand, onChange }: DemandsProps) {
  const { share, margin, prices } = demand
  return (
    <div className="demands">
      <Percent
        name="advice-share"
        label="Max GC CPU"
        values={SHARES}
        value={share}
        onChange={(value) => onChange({ ...demand, share: value })}
      />
      <Percent
        name="advice-margin"
        label="Growth"
        title="How much more live heap and allocation rate every option must survive."
        values={MARGINS}
        value={margin}
        onChange={(value) => onChange({ ...demand, margin: value })}
      />
      <Price
        name="core-price"
        label="Core a month"
        value={prices.core}
        onChange={(core) => onChange({ ...demand, prices: { ...prices, core } })}
      />
      <Price
        name="gib-price"
        label="GiB a month"
        value={prices.gib}
        onChange={(gib) => onChange({ ...demand, prices: { ...prices, gib } })}
      />
    </div>
  )
}

interface PercentProps {
  readonly name: string
  readonly label: string
  readonly title?: string
  readonly values: readonly number[]
  /** A share, 0…1. */
  readonly value: number
  readonly onChange: (share: number) => void
}

function Percent({ name, label, title, values, value, onChange }: PercentProps) {
  return (
    <label title={title}>
      {label}
      <Select
        name={name}
        value={value * 100}
        options={values.map((percent) => [percent, `${percent} %`])}
        onChoose={(percent) => onChange(percent / 100)}
      />
    </label>
  )
}

interface PriceProps {
  readonly name: string
  readonly label: string
  readonly value: number
  readonly onChange: (price: number) => void
}

/** More than anybody pays. */
const MOST = 1e6

/** Typed text that is not a price yet, and what is wrong with it, once the user has finished. */
interface Draft {
  readonly text: string
  /** The price before it was typed over. */
  readonly before: number
  readonly message?: string
}

/** A price in dollars, or in any one currency. It counts while it is typed; text that is none stays for correction. */
function Price({ name, label, value, onChange }: PriceProps) {
  const id = useId()
  const [draft, setDraft] = useState<Draft>()
  const message = draft?.message
  const read = (text: string) => readNumber(text, 0, MOST)
  const type = (text: string) => {
    setDraft({ text, before: draft?.before ?? value })
    const price = read(text)
    if (price.kind === 'read') onChange(price.value)
  }
  const finish = () => {
    if (!draft) return
    const price = read(draft.text)
    setDraft(price.kind === 'read' ? undefined : { ...draft, message: price.message })
  }
  return (
    <>
      <label
        htmlFor={id}
        title="About what public clouds ask, in US dollars. If you type prices in another currency, costs are in it too."
      >
        {label}, $
        <TypedField
          id={id}
          name={name}
          label={`${label}, $`}
          text={draft?.text ?? String(value)}
          isWrong={message !== undefined}
          messageId={message === undefined ? undefined : `${id}-wrong`}
          type={type}
          finish={finish}
          cancel={() => {
            if (draft) onChange(draft.before)
            setDraft(undefined)
          }}
        />
      </label>
      {message !== undefined && (
        <p id={`${id}-wrong`} className="wrong" role="alert">
          {label}: {lowerFirst(message)} Still {value}.
        </p>
      )}
    </>
  )
}
