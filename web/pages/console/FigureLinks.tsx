import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './figure-links.module.css'

interface Props {
  label?: string
  kind: 'overview' | 'hours'
  figures: readonly { name: string; href: string; value: ReactNode; about?: string | undefined }[]
}

export function FigureLinks({ label, kind, figures }: Props) {
  return (
    <ul className={css['figures']} data-of={kind} aria-label={label}>
      {figures.map(({ name, href, value, about }) => (
        <li key={name}>
          <Link href={href} className={css['figure'] ?? ''} replace={kind === 'hours'}>
            <span className={css['about']}>{name}</span>
            <strong data-text={typeof value === 'string'}>{value}</strong>
            {about && <span className={css['about']}>{about}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
