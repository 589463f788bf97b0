import { Gallery } from './experiments/gallery.tsx'
import { mountPage } from './frame/mount.tsx'
import { PageFrame } from './frame/page-frame.tsx'
import '../charts/charts.css'
import '../ui/tokens.css'
import '../ui/site-header.css'
import './frame/frame.css'
import './experiments/experiments.css'

mountPage(
  <PageFrame
    current="experiments"
    title="Published experiments"
    lead={
      <p>
        Five articles measured Go programs and printed what they saw. Their settings run here, in the model, by the
        question they answer. Choose one to take it apart; <a href="./evidence.html">the evidence</a> has every printed
        figure beside the simulated one.
      </p>
    }
  >
    <Gallery />
  </PageFrame>,
)
