import { mount } from '../ui/mount.tsx'
import { LearnPage } from './page.tsx'
import { ProgressContext } from './progress-context.ts'
import { createProgressStore } from './progress-store.ts'
import '../charts/charts.css'
import '../ui/tokens.css'
import '../ui/layout.css'
import '../ui/controls.css'
import '../ui/site-header.css'
import './learn.css'
import './bet.css'
import './handout.css'
import '../ui/print.css'

mount(
  <ProgressContext value={createProgressStore()}>
    <LearnPage />
  </ProgressContext>,
  () => location.reload(),
)
