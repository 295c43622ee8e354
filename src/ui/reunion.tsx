import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '../../contract/endpoint.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Reunion, updateReunion } from '../../contract/reunion.ts';
import { Banner } from './banner.tsx';
import { Button, LinkButton } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Dialog } from './dialog.tsx';
import type { IconName } from './icon.tsx';
import styles from './reunion.module.css';

/** What follows where it is said that they are not together: what an officer has ended a family alone does not put up again. */
export const apartText = (t: TFunction, as: Reunion['as']): string =>
  t(as === 'family' ? 'reunion.apartTextFamily' : 'reunion.apartText');

/** How it stands, in a few words. */
export function reunionTitle(t: TFunction, { together, doubted, as }: Reunion): string {
  if (together || as === 'finder') return t('reunion.together');
  return t(doubted && as === 'family' ? 'reunion.notThem' : 'reunion.title');
}

interface ReunionStepsProps {
  reunion: Reunion;
  /** The one below that of what it stands in. */
  heading: 'h2' | 'h3' | 'h4';
}

/** What a family does now that somebody who may be theirs was found: whom to call, where to go, what to take along. */
export function ReunionSteps({ reunion, heading: Heading }: ReunionStepsProps) {
  const { t } = useTranslation();
  const { station, words, phone, together, doubted, as } = reunion;
  const call = (
    // What the family reads is shown to the office, which lets them know something there.
    <LinkButton
      wide
      kind={as === 'office' ? 'outlined' : 'filled'}
      icon="phone"
      href={phone ? `tel:${phone.replaceAll(/[^+\d]/g, '')}` : 'tel:112'}
    >
      {phone ? t('reunion.callStation', { phone }) : t('details.call112')}
    </LinkButton>
  );
  if (as === 'finder') return <p>{t('reunion.thanksFinder')}</p>;
  if (together)
    return (
      <Banner tone="found" icon="check">
        {t('reunion.thanks')}
      </Banner>
    );
  if (doubted)
    return (
      <>
        <Banner tone="wait" icon="search">
          {t('reunion.doubted')}
        </Banner>
        {station && <p>{t('reunion.station', { station })}</p>}
        {call}
        {words && (
          <>
            <Heading>{t('reunion.where')}</Heading>
            <p>{words}</p>
          </>
        )}
      </>
    );
  return (
    <>
      <p>{t('reunion.lead')}</p>
      <Heading>{t('reunion.now')}</Heading>
      <ol className={styles.steps}>
        <li>{station ? t('reunion.station', { station }) : t('reunion.noStation')}</li>
        <li>{t('reunion.bring')}</li>
        <li>{t('reunion.alone')}</li>
      </ol>
      {call}
      <Heading>{t('reunion.where')}</Heading>
      <p>{words ?? t('reunion.noWhere')}</p>
    </>
  );
}

/** The server has not taken what was said of it: read, it is given up. */
export function ReunionRefused({ code, onRead }: { code: ErrorCode; onRead: () => void }) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="lost"
      icon="info"
      action={
        <Button kind="quiet" onClick={onRead}>
          {t('duty.understood')}
        </Button>
      }
    >
      <b>{t('common.sentence', { text: t(`errors.${code}.what`) })}</b> {t('reunion.refused')}
    </Banner>
  );
}

export type ReunionChange = Omit<InputOf<typeof updateReunion>, 'id' | 'opId' | 'secret'>;

/**
 * With what was on the page when it was said: what takes something back, or writes over an officer's words, is nothing where
 * another was first. That they are together is true whatever else was said.
 */
export const whatWasSeen = (how: ReunionChange, seen: Reunion | undefined): ReunionChange =>
  how.together === true || how.tellFinder !== undefined || !seen ? how : { ...how, rev: seen.rev };

interface TogetherProps {
  reunion: Reunion;
  onChange: (how: ReunionChange) => void;
}

/**
 * The word that they are together, after a question; a family that has not yet may agree that the finder is told, or say
 * that it was not them. Said by mistake it is taken back.
 */
export function Together({ reunion: { as, together, doubted, tellsFinder }, onChange }: TogetherProps) {
  const { t } = useTranslation();
  const [tellFinder, setTellFinder] = useState(false);
  const isFamily = as === 'family';

  if (together && as !== 'finder')
    return (
      <>
        {isFamily && !tellsFinder && (
          <Button wide kind="outlined" icon="check" onClick={() => onChange({ tellFinder: true })}>
            {t('reunion.tellFinderNow')}
          </Button>
        )}
        <Asked
          kind="quiet"
          icon="search"
          label={t('reunion.apart')}
          title={t('reunion.apartTitle')}
          text={apartText(t, as)}
          sure={t('reunion.apartSure')}
          onSure={() => onChange({ together: false })}
        />
      </>
    );
  return (
    <>
      {isFamily && <Checkbox checked={tellFinder} onChange={setTellFinder} label={t('reunion.tellFinder')} />}
      <Asked
        kind="outlined"
        icon="check"
        label={t('reunion.together')}
        title={t(isFamily ? 'reunion.sureTitle' : 'reunion.sureTitleOffice')}
        text={t('reunion.sureText')}
        sure={t(isFamily ? 'reunion.sure' : 'reunion.sureOffice')}
        onSure={() => onChange({ together: true, ...(isFamily ? { tellFinder } : {}) })}
      />
      {isFamily && !doubted && (
        <Asked
          kind="quiet"
          icon="close"
          label={t('reunion.notThem')}
          title={t('reunion.notThemTitle')}
          text={t('reunion.notThemText')}
          sure={t('reunion.notThemSure')}
          onSure={() => onChange({ together: false })}
        />
      )}
    </>
  );
}

interface AskedProps {
  kind: 'outlined' | 'quiet';
  icon: IconName;
  label: string;
  title: string;
  text: string;
  sure: string;
  onSure: () => void;
}

/** A button whose press is asked about before anything ends or begins anew. */
function Asked({ kind, icon, label, title, text, sure, onSure }: AskedProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button wide kind={kind} icon={icon} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Dialog
        open={asking}
        title={title}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button
              icon={icon}
              onClick={() => {
                setAsking(false);
                onSure();
              }}
            >
              {sure}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    </>
  );
}
