/**
 * The poster of somebody protected whom the police ask a district to look for: what the alert says, and nothing of the record
 * (decision 089). Pure. Loaded where there is an alert: it knows the names of all districts.
 */

import type { TFunction } from 'i18next';
import type { AreaAlert } from '../../../../contract/alert.ts';
import { sharePath } from '../../../../contract/share.ts';
import { districtName } from '../../../../reference/districts.ts';
import type { Language } from '../../../i18n/language.ts';
import { formatDay } from '../../../i18n/relative-time.ts';
import { namelessIn } from '../../../ui/area-alert.tsx';
import { inEach, LONG_AGO, type Poster } from './poster.ts';

export interface Tongue {
  language: Language;
  t: TFunction;
}

/** In two languages, the shown one first; the officer's words as they wrote them. */
export function posterOfAlert(alert: AreaAlert, tongues: readonly Tongue[], origin: string): Poster {
  const { each, both, row } = inEach(tongues);
  const dayOf = (day: string) => both(({ t }) => formatDay(t, new Date(day), LONG_AGO));
  return {
    tone: 'lost',
    heads: each(({ t }) => t('poster.missing')),
    photo: undefined,
    names: each(({ t }) => namelessIn(t, alert).filter(Boolean).join(', ')),
    rows: [
      ...row(
        ({ t }) => t('alert.district'),
        both(({ language }) => districtName(alert.district, language)),
      ),
      ...row(({ t }) => t('alert.sinceDay'), alert.since && dayOf(`${alert.since}T00:00`)),
      ...row(({ t }) => t('alert.looks'), alert.words),
      ...row(({ t }) => t('alert.station'), alert.station),
      ...row(({ t }) => t('alert.untilDay'), dayOf(alert.until)),
    ],
    description: undefined,
    reward: undefined,
    phone: undefined,
    scan: each(({ t }) => t('alert.scan')),
    address: origin + sharePath(alert),
    help: each(({ t }) => t('alert.help')),
  };
}
