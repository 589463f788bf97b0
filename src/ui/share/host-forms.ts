import { ok } from '../../result.ts'
import { toGitLab, toPictureHtml, toPlainIframe, toSlides, toTechDocs } from '../../share/export/hosts.ts'
import { type Form, PNG, sizeOf } from './forms.ts'

/** For hosts that keep little of what is pasted: tests put each through the sanitizer of its host. */
export const HOST_FORMS: readonly Form[] = [
  {
    id: 'plain-frame',
    name: 'Plain frame',
    help: 'A frame with an address, a width and a height, for hosts that keep nothing else: Gitiles, Confluence, wikis. Confluence and Notion take its address alone, too.',
    isFirstOfGroup: true,
    preview: 'frame',
    choices: ['parts', 'theme', 'size'],
    text: (shared, options) => ok([toPlainIframe(shared, sizeOf(options))]),
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    help: 'GitLab shows it as a frame once an administrator has allowed this host for embeds; elsewhere it is a broken image.',
    preview: 'frame',
    choices: ['parts', 'theme', 'size'],
    text: (shared, options) => ok([toGitLab(shared, sizeOf(options))]),
  },
  {
    id: 'techdocs',
    name: 'TechDocs',
    help: 'Backstage’s TechDocs take out frames and elements that its settings do not name: the settings, and the figure.',
    preview: 'frame',
    choices: ['parts', 'theme', 'size'],
    text: (shared, options) => ok([toTechDocs(shared, sizeOf(options))]),
  },
  {
    id: 'slides',
    name: 'Slide',
    help: 'A slide that is the figure, to turn while you speak: Slidev’s layout, or a section for reveal.js.',
    preview: 'frame',
    choices: ['parts', 'theme'],
    text: (shared) => ok([toSlides(shared)]),
  },
  {
    id: 'github',
    name: 'GitHub, Slack',
    help: 'GitHub and Slack show pictures alone. Save the PNG: beside the text for GitHub, dropped into the message for Slack.',
    preview: 'picture',
    choices: ['theme'],
    text: (shared) => ok([toPictureHtml(shared, `${shared.fileName}.png`, shared.alt, shared.draw().width)]),
    files: [PNG],
  },
]
