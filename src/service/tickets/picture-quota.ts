import { Refusal } from '#contract/errors.ts'
import { minute, second } from '#kit/time.ts'
import {
  freeNeeded,
  type PictureBudget,
  pictureBytes,
  pictureLimits,
  type Uploader,
} from '#rules/tickets/picture-budget.ts'
import type { Taken } from '#store/people/attempts.ts'
import type { Actor } from '../shared/actor.ts'
import type { Attempts } from '../shared/attempts.ts'
import type { MediaStore } from '../shared/ports.ts'

/** Room on a disk comes back when a person makes some. */
const lookAgainMs = 10 * minute

interface QuotaParts {
  readonly media: Pick<MediaStore, 'freeBytes'>
  readonly attempts: Attempts
  readonly budget: PictureBudget
}

/** The part of a person's and an address's day that one upload takes. */
export interface PictureShare {
  /** Counts the rest of a picture that is stored larger than it was sent. */
  grow(storedBytes: number): Promise<void>
  /** For an upload that failed. */
  giveBack(): Promise<void>
}

/** How many pictures may still be stored. All of it is counted before the work, in the database, for all nodes together. */
export function pictureQuota({ media, attempts, budget }: QuotaParts) {
  const take = (limits: Parameters<Attempts['take']>[0], { network }: Uploader) =>
    attempts.take(limits, { address: network }).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
      const { seconds } = error.facts as { seconds: number } // by its code
      throw new Refusal('picture_quota', { seconds })
    })

  return {
    /** Refuses where the disk or the day has no room for so many bytes. */
    async take({ personId, memberId, guest }: Actor, network: string, sentBytes: number): Promise<PictureShare> {
      const isMember = memberId !== null
      if ((await media.freeBytes()) < freeNeeded(budget, isMember))
        throw new Refusal('disk_low', { seconds: lookAgainMs / second })
      const uploader = { personId, isMember, isGuest: !isMember && guest, network }
      const taken: Taken[] = [...(await take(pictureLimits(budget, uploader, sentBytes), uploader))]
      return {
        async grow(storedBytes) {
          if (storedBytes <= sentBytes) return
          taken.push(...(await take(pictureBytes(budget, uploader, storedBytes - sentBytes), uploader)))
        },
        giveBack: () => attempts.giveBack(taken),
      }
    },
  }
}

export type PictureQuota = ReturnType<typeof pictureQuota>
