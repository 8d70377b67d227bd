import { Refusal } from '#contract/errors.ts'
import { minute, second } from '#kit/time.ts'
import { freeNeeded, pictureBytes, pictureLimits, type Uploader } from '#rules/tickets/picture-budget.ts'
import type { CountedAttempt } from '#store/people/attempts.ts'
import type { Actor } from '../shared/actor.ts'
import type { Attempts } from '../shared/attempts.ts'
import type { Ctx } from '../shared/context.ts'

const lookAgainMs = 10 * minute

/** The share of an upload in the daily limits. */
export interface PictureQuota {
  readonly taken: readonly CountedAttempt[]
  /** Counts the difference if the stored picture is larger. */
  grow(storedBytes: number): Promise<void>
}

function take(ctx: Ctx, limits: Parameters<Attempts['take']>[0], { network }: Uploader) {
  return ctx.attempts.take(limits, { address: network }).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
    const { seconds } = error.facts as { seconds: number } // by its code
    throw new Refusal('picture_quota', { seconds })
  })
}

export async function takePictureQuota(
  ctx: Ctx,
  { personId, memberId, guest }: Actor,
  network: string,
  sentBytes: number,
): Promise<PictureQuota> {
  const isMember = memberId !== null
  if ((await ctx.ports.media.freeBytes()) < freeNeeded(ctx.pictureBudget, isMember))
    throw new Refusal('disk_low', { seconds: lookAgainMs / second })
  const uploader = { personId, isMember, isGuest: !isMember && guest, network }
  const taken: CountedAttempt[] = [
    ...(await take(ctx, pictureLimits(ctx.pictureBudget, uploader, sentBytes), uploader)),
  ]
  return {
    async grow(storedBytes) {
      if (storedBytes <= sentBytes) return
      taken.push(...(await take(ctx, pictureBytes(ctx.pictureBudget, uploader, storedBytes - sentBytes), uploader)))
    },
    taken,
  }
}
