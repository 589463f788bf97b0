import { asLimit } from './container-figures.ts'

export const AS_LINES = 'as lines NAME=value'

/** Where a program gets its memory in a form that we do not read. */
interface Platform {
  readonly what: string
  /** The words of the platform for environment variables, and for the memory of the program. */
  readonly variables: string
  readonly memory: string
  /** A text is of this platform if it matches all of these. */
  readonly signs: readonly RegExp[]
}

const LAMBDA = {
  what: 'functions of AWS Lambda',
  variables: 'their variables',
  memory: 'their MemorySize, in MiB,',
} as const
const PIPELINE = {
  what: 'pipelines of GitLab, CircleCI or Azure',
  variables: 'their variables',
  memory: 'the memory of their runner',
} as const

/** Keys at the margin of a pipeline of GitLab that may have a plain value. */
const KEYWORDS = 'image|include|(?:before|after)_script'

/** `Resources` of a template of CloudFormation. Manifests may hold such a template as a text. */
export const RESOURCES = /^Resources\s*:|(?:^|[{,])\s*"Resources"\s*:/m

/** Matches a text in which no line begins with one of these keys. */
function without(margin: string, keys: string): RegExp {
  return new RegExp(String.raw`(?<![\s\S])(?![\s\S]*^${margin}(?:${keys})\s*:)`, 'm')
}

/** No key at the margin is one of chart values or an object, but a job of GitLab may be named `environment`. */
const NO_CHART = without(
  '',
  String.raw`kind|apiVersion|hooks|(?:extra)?[eE]nv(?!ironment\s*:[ \t]*\n[ \t]+(?:stage|script|image|extends)\s*:)\w*|image\s*:\s*(?:registry|repository|tag|pullPolicy)`,
)

/** The type of a resource, in YAML or JSON. */
export function typeOf(type: string): RegExp {
  return new RegExp(String.raw`(?:^[ \t]*|[{,]\s{0,40})"?Type"?\s{0,9}:\s{0,9}["']?${type}\b`, 'm')
}

/** The text is JSON, perhaps below a command or in Markdown. Manifests and their variables may hold JSON, too. */
export const JSON_TEXT = /(?:(?<![\s\S])\s*|^)(?:\{|\[\s*\{)/m
/** Texts of several lines in YAML, each with the line of its key. */
const BLOCK_TEXT = /^([ \t]*)(?![ \t])([^\n]*[:-][ \t]+[|>][-+\d]*)[ \t]*\n(\1[ \t]+)[^\n]*(?:\n\3[^\n]*)*/gm

/**
 * Files of platforms that are common, or that would pass for manifests without limits. A file is refused if it has all
 * signs of one. So charts, compose files and objects of Kubernetes must lack one of them: a key that these may have is
 * only a sign together with its value or its place.
 */
const PLATFORMS: readonly Platform[] = [
  {
    what: 'an app.yaml of App Engine',
    variables: 'its env_variables',
    memory: 'the memory of its instance class',
    signs: [
      /^runtime\s*:[ \t]*["']?[a-z]/m,
      /^(?:env_variables|instance_class|(?:automatic|basic|manual)_scaling)\s*:|^handlers\s*:\s*-\s+url\b|^env\s*:\s*flex|^runtime\s*:\s*go\d{3}\b/m,
    ],
  },
  { what: 'quadlets of podman', variables: 'their variables', memory: 'their Memory', signs: [/^\[Container\]\s*$/m] },
  {
    what: 'a .nspawn file',
    variables: 'its Environment',
    memory: 'the MemoryMax of its unit',
    signs: [/^\[Exec\]\s*$/m],
  },
  {
    what: 'a fly.toml',
    variables: 'its [env]',
    memory: 'the memory of its [[vm]]',
    signs: [
      /^app\s*=\s*["']/m,
      /^(?:primary_region\s*=|\[\[?(?:vm|http_service|services|env|build|deploy|mounts|processes)\]\]?\s*$)/m,
    ],
  },
  {
    what: 'a machine of Fly.io',
    variables: 'its env',
    memory: 'the memory_mb of its guest',
    signs: [JSON_TEXT, /"guest"\s*:/, /"memory_mb"\s*:/],
  },
  { ...LAMBDA, signs: [/^service\s*:\s*(?:name\s*:|[^\s:{][^:\n]*$)/m, /^provider\s*:/m, /^functions\s*:/m] },
  { ...LAMBDA, signs: [RESOURCES, typeOf('AWS::(?:Lambda|Serverless)::Function')] },
  { ...LAMBDA, signs: [JSON_TEXT, /"FunctionName"\s*:/, /"MemorySize"\s*:/] },
  {
    what: 'an apprunner.yaml',
    variables: 'its env',
    memory: 'the memory of its instance',
    signs: [/^runtime\s*:\s*["']?go1\b/m, /^run\s*:/m],
  },
  {
    what: 'a service of App Runner',
    variables: 'its RuntimeEnvironmentVariables',
    memory: 'the Memory of its instance',
    signs: [JSON_TEXT, /"InstanceConfiguration"\s*:/],
  },
  {
    what: 'a job of Nomad',
    variables: 'its Env',
    memory: 'its MemoryMB',
    signs: [JSON_TEXT, /"TaskGroups"\s*:/],
  },
  {
    what: 'a job definition of AWS Batch',
    variables: 'its environment',
    memory: 'its MEMORY, in MiB,',
    signs: [/\bcontainerProperties"?\s*:/, /\b(?:jobDefinition\w*|resourceRequirements|vcpus)"?\s*:/],
  },
  {
    what: 'a list of services, as in a render.yaml or in an app of DigitalOcean',
    variables: 'its variables',
    memory: 'the memory of its plan',
    signs: [/^services\s*:[^\n]*\n\s*-\s/m, without('[ \\t-]+', 'resources|limits')],
  },
  {
    what: 'an app of DigitalOcean',
    variables: 'its envs',
    memory: 'the memory of its instance size',
    signs: [JSON_TEXT, /"instance_size_slug"\s*:/],
  },
  {
    what: 'variables with a key in place of a name',
    variables: 'them',
    memory: 'the memory of the container or of its plan',
    signs: [
      /^[ \t]{0,40}-?[ \t]{0,9}key\s*:\s*["']?(?:GOGC|GOMEMLIMIT|GOMAXPROCS)\b[^\n]*\n\s*(?:value|scope|type)\s*:/m,
    ],
  },
  {
    what: 'a manifest of AWS Copilot',
    variables: 'its variables',
    memory: 'its memory, in MiB,',
    signs: [
      /^type\s*:\s*["']?(?:(?:Load Balanced Web|Request-Driven Web|Backend|Worker) Service|Scheduled Job)\b/m,
      /^(?:cpu|memory|count|http|on|schedule|subscribe)\s*:|^image\s*:\s*(?:build|location|port)\b/m,
      without('[ \\t-]*', 'resources'),
    ],
  },
  { ...PIPELINE, signs: [/^version\s*:\s*["']?2(?:\.\d)?["']?\s*$/m, /^jobs\s*:/m, /^[ \t]+steps\s*:/m] },
  {
    ...PIPELINE,
    signs: [
      /^variables\s*:/m,
      /^[ \t]*-[ \t]+(?:script|bash|task)\s*:/m,
      NO_CHART,
      // A pipeline of Azure may have `resources`, too: other pipelines.
      without('[ \\t-]*', String.raw`limits|requests|resources\s*:\s*\{\s*(?:limits|requests)`),
    ],
  },
  {
    ...PIPELINE,
    signs: [
      // The script of a job, directly below a key at the margin.
      /^[^\s#-][^\n:]*:[^\n]*\n([ \t]+)(?![ \t])(?:[^\n]*\n\1){0,99}?script\s*:/m,
      /^[ \t]*(?:variables|stages?|include|workflow|default|image|extends|rules|needs|artifacts|(?:before|after)_script)\s*:/m,
      // GitLab refuses any other key at the margin that is no job.
      without('', String.raw`(?!(?:${KEYWORDS})\s*:)[\w-]+(?=\s*:[ \t]+["'\w])`),
      NO_CHART,
      without('[ \\t-]*', 'resources|limits'),
    ],
  },
  {
    what: 'settings of an App Service of Azure',
    variables: 'them',
    memory: 'the memory of its plan',
    signs: [JSON_TEXT, /"slotSetting"\s*:/],
  },
  {
    what: 'a manifest of Cloud Foundry',
    variables: 'its env',
    memory: 'its memory',
    signs: [
      /^applications\s*:[ \t]*\n([ \t]*)-[ \t][^\n]*(?:\n\1[ \t][^\n]*){0,99}?\n\1 {2}(?:memory|buildpacks?|disk_quota)\s*:/m,
    ],
  },
  {
    what: 'files of Heroku',
    variables: 'the variables that heroku config --shell prints',
    memory: 'the memory of the dyno',
    signs: [/^=== [^\n]{1,200} Config Vars/m],
  },
  {
    what: 'a deploy.yml of Kamal',
    variables: 'its env',
    memory: 'the memory among its options',
    signs: [/^service\s*:[ \t]*[\w"']/m, /^image\s*:[ \t]*[\w"']/m, /^servers\s*:/m],
  },
  {
    what: 'a stack of OpenFaaS',
    variables: 'the environment of its function',
    memory: 'its limits.memory',
    signs: [/^provider\s*:\s*\{?\s*name\s*:\s*openfaas\b/m, /^functions\s*:/m],
  },
  {
    what: 'a function of Google Cloud',
    variables: 'its environmentVariables',
    memory: 'its availableMemory',
    signs: [/\bserviceConfig"?\s*:/, /\bavailableMemory"?\s*:/],
  },
  {
    what: 'a score.yaml',
    variables: 'its variables',
    memory: 'its limits.memory',
    signs: [/^apiVersion\s*:\s*["']?score\.dev\//m],
  },
  {
    what: 'a configuration of supervisord',
    variables: 'its environment',
    memory: 'the memory limit of its container, if it has one,',
    signs: [/^\[program:/m],
  },
]

/** What to give in place of a file of a platform that we do not read. @param text without comments and empty lines */
export function platformOf(text: string): string | undefined {
  const bare = text.replace(BLOCK_TEXT, '$1$2')
  const found = PLATFORMS.find(({ signs }) => signs.every((sign) => sign.test(bare)))
  if (!found) return undefined
  const { what, variables, memory } = found
  return `we cannot read ${what}: paste ${variables} ${AS_LINES}, and give ${memory} ${asLimit()}`
}
