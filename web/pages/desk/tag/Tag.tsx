import { Qr } from '#web/components/Qr.tsx'
import { Time } from '#web/components/Time.tsx'
import { useWords } from '#web/components/words.ts'
import { useCodeNames, useTeam } from '#web/data/hooks.ts'
import type { TicketInfo } from '#web/data/queries.ts'
import css from './tag.module.css'
import { useTagWords } from './words.ts'

/** A tag has no name and no phone number, because it lies in a room that many people walk through. */
export function Tag({ ticket }: { ticket: TicketInfo }) {
  const { appName } = useWords()
  const words = useTagWords()
  const team = useTeam()
  const codeName = useCodeNames()
  const { id, device, deviceModel, accessories, createdTime, link } = ticket
  return (
    <div className={css['tag']}>
      <div className={css['team']}>{team.data?.name || appName}</div>
      <div className={css['number']} style={{ fontSize: `min(var(--number), ${130 / String(id).length}cqw)` }}>
        {id}
      </div>
      <div className={css['code']}>
        <Qr text={link} label={words.code(id)} size={400} />
      </div>
      <div className={css['device']}>
        {device}
        {deviceModel && <span> · {deviceModel}</span>}
      </div>
      {accessories.length > 0 && (
        <div className={css['with']}>
          {words.with}
          {accessories.map((code) => codeName('accessory', code)).join(' · ')}
        </div>
      )}
      <div className={css['date']}>
        {words.in} <Time at={createdTime} only="date" />
      </div>
    </div>
  )
}
