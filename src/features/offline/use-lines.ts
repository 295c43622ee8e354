/** The lines of the page in words, one each for app, face pack, people, map, storage and clock. */

import { useTranslation } from 'react-i18next';
import { totalOf, useFaceDownload } from '../../face/download.ts';
import { formatBytes, formatNumber, formatShare } from '../../i18n/bytes.ts';
import { formatDay, formatDayAndTime } from '../../i18n/relative-time.ts';
import { isWhole } from '../../maps/kept.ts';
import { useStorageState } from '../../platform/room.ts';
import type { ReadyLine } from './line.tsx';
import { type Clock, hasRoom, type Readiness } from './readiness.ts';

interface Mends {
  takeFaces: () => void;
  chooseMap: () => void;
  askForRoom: () => void;
  askClock: () => void;
}

const MINUTE_MS = 60_000;

interface Asked {
  clock: Clock;
  /** There is none here, and the server has none to take: no line asks for what cannot be had. */
  noMaps: boolean;
}

export function useLines(ready: Readiness, { clock, noMaps }: Asked, mends: Mends): ReadyLine[] {
  const { t } = useTranslation();
  const { shell, pack, gallery, loan, maps, room } = ready;
  const storage = useStorageState(({ state }) => state);
  const mend = (title: string, word: 'take' | 'load' | 'choose' | 'keep' | 'check', onPress: () => void) => {
    const said = t(`offline.mend.${word}`);
    return { word: said, label: `${title}: ${said}`, onPress };
  };
  const line = (key: string, done: boolean, title: string, detail: string, mended?: ReadyLine['mend']): ReadyLine => ({
    key,
    done,
    title,
    detail,
    mend: mended,
  });
  const { taking, offer } = useFaceDownload();
  const total = totalOf(offer, pack);
  const isTaking = taking.kind === 'taking' || taking.kind === 'waiting';
  const here = isTaking ? taking.doneBytes : pack.kind === 'partial' ? pack.receivedBytes : 0;
  const share = isTaking && total !== undefined ? here / total : undefined;
  const [people, map, space, time] = [t('offline.gallery'), t('offline.map'), t('offline.room'), t('offline.clock')];
  const packText =
    pack.kind === 'whole'
      ? t('offline.packReady', { size: formatBytes(pack.totalBytes) })
      : total === undefined
        ? t('offline.packWanted')
        : here > 0
          ? t('offline.packPartial', formatShare(here, total))
          : t('offline.packAbsent', { size: formatBytes(total) });
  const galleryText = gallery
    ? t('offline.galleryReady', {
        count: gallery.people,
        people: formatNumber(gallery.people),
        date: formatDay(t, new Date(gallery.at), new Date()),
      })
    : t('offline.galleryAbsent');
  const loanText = (lent: NonNullable<Readiness['loan']>): string => {
    switch (lent.kind) {
      case 'none':
        return t('offline.galleryAbsent');
      case 'open': {
        const until = formatDayAndTime(t, lent.until, new Date());
        return t('offline.loanReady', { count: lent.people, people: formatNumber(lent.people), until });
      }
      case 'ended':
        return t('offline.loanEnded');
      case 'turned-back':
        return t('offline.loanTurnedBack');
    }
  };
  const whole = maps.filter(isWhole);
  const cut = maps.length - whole.length;
  const mapText =
    cut > 0
      ? t('offline.mapCut', { count: cut })
      : whole.length > 0
        ? t('offline.mapReady', {
            names: whole.map(({ pack: { name } }) => name).join(', '),
            size: formatBytes(whole.reduce((sum, { totalBytes }) => sum + totalBytes, 0)),
          })
        : t('offline.mapNone');
  const roomText = room
    ? t('offline.roomText', { free: formatBytes(room.freeBytes), used: formatBytes(room.usedBytes) })
    : t('offline.roomUnknown');
  const kept = room && t(room.persisted ? 'offline.roomKept' : 'offline.roomNotKept');
  const clockText =
    clock.kind === 'wrong'
      ? t(clock.aheadMs > 0 ? 'offline.clockAhead' : 'offline.clockBehind', {
          count: Math.round(Math.abs(clock.aheadMs) / MINUTE_MS),
          minutes: formatNumber(Math.round(Math.abs(clock.aheadMs) / MINUTE_MS)),
        })
      : t(clock.kind === 'right' ? 'offline.clockRight' : 'offline.clockUnasked');
  return [
    line(
      'shell',
      shell,
      t('offline.shell'),
      t(shell ? 'offline.shellReady' : 'offline.shellWaits'),
      shell ? undefined : mend(t('offline.shell'), 'load', () => location.reload()),
    ),
    {
      ...line(
        'pack',
        pack.kind === 'whole',
        t('offline.pack'),
        packText,
        pack.kind === 'whole' || isTaking ? undefined : mend(t('offline.pack'), 'take', mends.takeFaces),
      ),
      share,
    },
    line(
      'gallery',
      gallery !== undefined,
      people,
      galleryText,
      gallery || isTaking ? undefined : mend(people, 'take', mends.takeFaces),
    ),
    ...(loan
      ? [
          line(
            'loan',
            loan.kind === 'open',
            t('offline.loan'),
            loanText(loan),
            loan.kind === 'open' ? undefined : mend(t('offline.loan'), 'take', mends.takeFaces),
          ),
        ]
      : []),
    ...(noMaps
      ? []
      : [
          line(
            'map',
            whole.length > 0 && cut === 0,
            map,
            mapText,
            whole.length > 0 && cut === 0 ? undefined : mend(map, 'choose', mends.chooseMap),
          ),
        ]),
    line(
      'room',
      hasRoom(room) && storage === 'fine',
      space,
      kept ? `${t('common.sentence', { text: roomText })} ${kept}` : roomText,
      room && !room.persisted ? mend(space, 'keep', mends.askForRoom) : undefined,
    ),
    line(
      'clock',
      clock.kind === 'right',
      time,
      clockText,
      clock.kind === 'right' ? undefined : mend(time, 'check', mends.askClock),
    ),
  ];
}
