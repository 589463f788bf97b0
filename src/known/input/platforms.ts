import { asLimit } from './container-figures.ts'

export const AS_LINES = 'as lines NAME=value'

/** Its name; its variables and its memory, as it calls them; and signs, all of which its text has. */
type Platform = readonly [what: string, variables: string, memory: string, ...signs: RegExp[]]

const LAMBDA = ['functions of AWS Lambda', 'their variables', 'their MemorySize, in MiB,'] as const
const SERVICES = [
  'a list of services, as in a render.yaml or in an app of DigitalOcean',
  'its variables',
  'the memory of its plan',
] as const
const HEROKU = ['files of Heroku', 'the variables that heroku config --shell prints', 'the memory of the dyno'] as const
const PIPELINE = ['pipelines of GitLab or CircleCI', 'their variables', 'the memory of their runner'] as const
const RAILWAY = ['files of Railway', 'the variables of the service', 'its memory limit'] as const

/** `Resources` of a template of CloudFormation. Manifests may hold such a template as a text. */
export const RESOURCES = /^Resources\s*:|(?:^|[{,])\s*"Resources"\s*:/m

/** The type of a resource, in YAML or JSON. */
export function typeOf(type: string): RegExp {
  return new RegExp(String.raw`(?:^[ \t]*|[{,]\s{0,40})"?Type"?\s{0,9}:\s{0,9}["']?${type}\b`, 'm')
}

/**
 * Files of platforms that give a program its memory in a form that we do not read. Some would pass for chart values without
 * limits.
 */
const PLATFORMS: readonly Platform[] = [
  [
    'an app.yaml of App Engine',
    'its env_variables',
    'the memory of its instance class',
    /^runtime\s*:/m,
    /^(?:env_variables|instance_class|handlers|(?:automatic|basic|manual)_scaling)\s*:|^env\s*:\s*flex|^runtime\s*:\s*go\d{3}\b/m,
  ],
  ['quadlets of podman', 'their variables', 'their Memory', /^\[Container\]\s*$/m],
  ['a .nspawn file', 'its Environment', 'the MemoryMax of its unit', /^\[Exec\]\s*$/m],
  [
    'a fly.toml',
    'its [env]',
    'the memory of its [[vm]]',
    /^app\s*=\s*["']/m,
    /^(?:primary_region\s*=|\[\[?(?:vm|http_service|services|env|build|deploy|mounts|processes)\]\]?\s*$)/m,
  ],
  ['a machine of Fly.io', 'its env', 'the memory_mb of its guest', /"guest"\s*:/, /"memory_mb"\s*:/],
  [...LAMBDA, /^service\s*:/m, /^provider\s*:/m, /^functions\s*:/m],
  [...LAMBDA, RESOURCES, typeOf('AWS::(?:Lambda|Serverless)::Function')],
  [...LAMBDA, /"FunctionName"\s*:/, /"MemorySize"\s*:/],
  [
    'an apprunner.yaml',
    'its env',
    'the memory of its instance',
    /^runtime\s*:/m,
    /^run\s*:/m,
    /^(?:build|version)\s*:/m,
  ],
  [
    'a service of App Runner',
    'its RuntimeEnvironmentVariables',
    'the Memory of its InstanceConfiguration',
    /"InstanceConfiguration"\s*:/,
  ],
  [
    'a manifest of AWS Copilot',
    'its variables',
    'its memory, in MiB,',
    /^type\s*:\s*["']?(?:(?:Load Balanced Web|Request-Driven Web|Backend|Worker) Service|Scheduled Job)\b/m,
  ],
  ['a job definition of AWS Batch', 'its environment', 'its MEMORY, in MiB,', /\bcontainerProperties"?\s*:/],
  [...SERVICES, /^services\s*:[^\n]*\n\s*-\s/m],
  [...SERVICES, /"instance_size_slug"\s*:/],
  [
    'variables with a key, as Koyeb has them',
    'them',
    'the memory of its instance type',
    /^[ \t]{0,40}-?[ \t]{0,9}key\s*:\s*["']?(?:GOGC|GOMEMLIMIT|GOMAXPROCS)\b[^\n]*\n\s*(?:value|scope|type)\s*:/m,
  ],
  [...PIPELINE, /^version\s*:\s*["']?2(?:\.\d)?["']?\s*$/m, /^(?:jobs|workflows)\s*:/m],
  [...PIPELINE, /^[ \t]+script\s*:\s*$/m, /^(?:stages|variables)\s*:|^[ \t]+stage\s*:/m],
  ['settings of an App Service of Azure', 'them', 'the memory of its plan', /"slotSetting"\s*:/],
  [
    'a manifest of Cloud Foundry',
    'its env',
    'its memory',
    /^applications\s*:[^\n]*\n\s*-\s/m,
    /^[ \t]+(?:memory|buildpacks?|disk_quota|instances)\s*:/m,
  ],
  [...HEROKU, /^=== [^\n]{1,200} Config Vars/m],
  [...HEROKU, /"formation"\s*:\s*\{/],
  [...HEROKU, /^build\s*:\s*\n\s+docker\s*:/m, /^(?:run|setup|release)\s*:/m],
  [...RAILWAY, /"\$schema"\s*:\s*"https:\/\/railway\./],
  [...RAILWAY, /^\[deploy\]\s*$/m, /^startCommand\s*=/m],
  ['a job of Nomad', 'the Env of its task', 'its MemoryMB (or MemoryMaxMB)', /"TaskGroups"\s*:/],
  [
    'a deploy.yml of Kamal',
    'its env',
    'the memory among its options',
    /^service\s*:[ \t]*[\w"']/m,
    /^image\s*:[ \t]*[\w"']/m,
    /^servers\s*:/m,
  ],
  [
    'a stack of OpenFaaS',
    'the environment of its function',
    'its limits.memory',
    /^provider\s*:\s*\{?\s*name\s*:\s*openfaas\b/m,
    /^functions\s*:/m,
  ],
  [
    'a function of Google Cloud',
    'its environmentVariables',
    'its availableMemory',
    /\bserviceConfig"?\s*:/,
    /\bavailableMemory"?\s*:/,
  ],
  ['a score.yaml', 'its variables', 'its limits.memory', /^apiVersion\s*:\s*["']?score\.dev\//m],
  [
    'a program of Pulumi',
    'the variables of its container',
    'its memory limit',
    /^runtime\s*:\s*yaml\b/m,
    /^resources\s*:\s*$/m,
  ],
  ['an app of Marathon', 'its env', 'its mem, in MiB,', /"cpus"\s*:\s*[\d.]/, /"mem"\s*:\s*\d/],
  [
    'an instance of Incus or LXD',
    'its variables',
    'its limits.memory',
    /^architecture\s*:/m,
    /^[ \t]+limits\.memory\s*:/m,
  ],
  [
    'a configuration of supervisord',
    'its environment',
    'the memory limit of its container, if it has one,',
    /^\[program:/m,
  ],
]

/** What to give in place of a file of a platform that we do not read. @param text without comments and empty lines */
export function platformOf(text: string): string | undefined {
  const found = PLATFORMS.find(([, , , ...signs]) => signs.every((sign) => sign.test(text)))
  if (!found) return undefined
  const [what, variables, memory] = found
  return `we cannot read ${what}: paste ${variables} ${AS_LINES}, and give ${memory} ${asLimit()}`
}
