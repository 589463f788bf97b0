import { EvidencePage } from './evidence/evidence-page.tsx'
import { mountPage } from './frame/page-frame.tsx'
import '../charts/charts.css'
import '../ui/styles/tokens.css'
import '../ui/styles/reading.css'
import '../ui/contents.css'
import '../ui/header/site-header.css'
import './frame/frame.css'
import './evidence/evidence.css'
import '../ui/styles/print.css'

mountPage(<EvidencePage />)
