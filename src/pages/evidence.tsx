import { EvidencePage } from './evidence/evidence-page.tsx'
import { mountPage } from './frame/mount.tsx'
import '../charts/charts.css'
import '../ui/tokens.css'
import '../ui/contents.css'
import '../ui/site-header.css'
import './frame/frame.css'
import './evidence/evidence.css'
import '../ui/print.css'

mountPage(<EvidencePage />)
