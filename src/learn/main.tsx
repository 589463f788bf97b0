import { mount } from '../ui/mount.tsx'
import { createProgressStore, ProgressContext } from './course/progress-context.ts'
import { LearnPage } from './page.tsx'
import '../charts/charts.css'
import '../ui/styles/tokens.css'
import '../ui/styles/reading.css'
import '../ui/styles/layout.css'
import '../ui/controls/controls.css'
import '../ui/header/site-header.css'
import './learn.css'
import './step/bet/bet.css'
import './present.css'
import './teachers/handout.css'
import '../ui/styles/print.css'

mount(
  <ProgressContext value={createProgressStore()}>
    <LearnPage />
  </ProgressContext>,
  () => location.reload(),
)
