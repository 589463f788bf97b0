import { COURSE } from '../../lessons/course/all.ts'
import { layOutCourse, type Spot } from '../../lessons/order.ts'
import { countDone } from '../../lessons/progress.ts'
import { useProgress } from './progress-context.ts'

const SPOTS = layOutCourse(COURSE)
const COLUMN = 44
const ROW = 34
const RADIUS = 12

const x = ({ column }: Spot) => (column + 0.5) * COLUMN
const y = ({ row }: Spot) => (row + 0.5) * ROW
const WIDTH = Math.max(...SPOTS.map(({ column }) => column + 1)) * COLUMN
const HEIGHT = Math.max(...SPOTS.map(({ row }) => row + 1)) * ROW

/** The course as a picture: what builds on what, and what is done. The list below it says the same in words. */
export function CourseGraph() {
  const progress = useProgress()
  return (
    <svg className="course-graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {SPOTS.flatMap((to) => to.lesson.needs.map((id) => <path key={`${id} ${to.lesson.id}`} d={toPath(id, to)} />))}
      {SPOTS.map((spot, i) => {
        const { id, title, steps } = spot.lesson.json
        const done = countDone(progress, id)
        return (
          <a
            key={id}
            href={`#lesson=${id}&step=1`}
            tabIndex={-1}
            className={done === steps.length ? 'complete' : done > 0 ? 'begun' : undefined}
          >
            <title>{title}</title>
            <circle cx={x(spot)} cy={y(spot)} r={RADIUS} />
            <text x={x(spot)} y={y(spot) + 4}>
              {i + 1}
            </text>
          </a>
        )
      })}
    </svg>
  )
}

/** Along its own row, and over to the other one just before it is there. */
function toPath(id: string, to: Spot): string {
  const from = SPOTS.find(({ lesson }) => lesson.id === id)
  if (!from) return ''
  const end = x(to) - RADIUS
  const turn = x(to) - COLUMN + RADIUS
  const middle = (turn + end) / 2
  return `M${x(from) + RADIUS},${y(from)}H${turn}C${middle},${y(from)} ${middle},${y(to)} ${end},${y(to)}`
}
