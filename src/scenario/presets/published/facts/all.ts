import type { Facts } from './facts.ts'
import { GUIDE_FACTS } from './guide.ts'
import { HASH_FACTS } from './hash.ts'
import { HEADROOM_FACTS } from './headroom.ts'
import { LINES_FACTS } from './lines.ts'
import { PEOPLE_FACTS } from './people.ts'
import { RPC_FACTS } from './rpc.ts'
import { WEAVIATE_FACTS } from './weaviate.ts'

/** What is known of every setting of the published experiments, by source. */
export const FACTS: readonly Facts[] = [
  ...GUIDE_FACTS,
  ...PEOPLE_FACTS,
  ...HEADROOM_FACTS,
  ...WEAVIATE_FACTS,
  ...HASH_FACTS,
  ...LINES_FACTS,
  ...RPC_FACTS,
]
