import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_ID } from '../../../contract/report.ts';
import { formatTime } from '../../i18n/relative-time.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PersonDetails } from '../../ui/person-details.tsx';
import { Photo } from '../../ui/photo.tsx';
import { KeepOutcome } from './keep-scan.tsx';
import styles from './matched.module.css';
import { NotKept } from './not-kept.tsx';
import { type Match, type Outcome, UNNAMED, waitsForName } from './scan.ts';
import { type Seen, SeenOrHere, SeenSent } from './seen-or-here.tsx';
import { useRecordPhoto } from './use-record-photo.ts';

interface MatchedProps {
  outcome: Outcome;
  match: Match;
  onYes: () => void;
  onNo: () => void;
  /** Those on duty were told where they were seen. */
  onTold: () => void;
  onAgain: () => void;
}

/** The Detected Person Information card: two photos side by side, for a person to decide. */
export function Matched({ outcome, match, onYes, onNo, onTold, onAgain }: MatchedProps) {
  const { t } = useTranslation();
  const { view, band, bySighting } = match;
  const [at] = useState(Date.now);
  const thumb = useRecordPhoto(view);
  const name = view.subject.kind === 'person' ? view.subject.name : undefined;
  const guarded = view.contact === 'guarded';
  // The one answer for all guarded people: nothing of it is about this one.
  const isBare = guarded && view.id === NO_ID;
  const isUnnamed = view.id === UNNAMED;
  // Who is looked for may be here or gone on; of anybody else there is the form alone.
  const mayBeGone = !guarded && !isUnnamed && view.type === 'lost';
  const [isAsking, setAsking] = useState(false);
  const [seen, setSeen] = useState<Seen>();
  return (
    <article aria-labelledby="match-title">
      <PageTitle title={t('match.title')} focus />
      <div role="status">
        <Badge tone="found" large>
          {t('match.detected')}
        </Badge>
      </div>
      <h2 id="match-title" className={styles.name}>
        {guarded ? t('match.guarded') : name ? t('match.mayBe', { name }) : t('match.mayBeUnnamed')}
      </h2>
      {seen && <SeenSent view={view} seen={seen} />}
      <div className={styles.columns}>
        <div className={styles.pair}>
          <figure>
            <div className={styles.photo}>
              <Photo blob={outcome.photo} alt={t('match.yourScan')} size="full" />
            </div>
            <figcaption>{t('match.yourScan')}</figcaption>
          </figure>
          <figure>
            <div className={styles.photo}>
              <Photo blob={thumb} alt={t('match.theirPhoto')} size="full" />
            </div>
            <figcaption>
              {thumb ? t('match.theirPhoto') : t(guarded ? 'match.photoGuarded' : 'match.photoMissing')}
            </figcaption>
          </figure>
        </div>
        <div className={styles.about}>
          {!isBare && (
            <Banner tone="brand">
              <b>{t(`match.${band}`)}</b> {!guarded && !isUnnamed && t('match.youDecide')}
            </Banner>
          )}
          {bySighting && (
            <Banner tone="wait" icon="info">
              {t('match.bySighting')}
            </Banner>
          )}
          {isUnnamed && (
            <Banner tone="lost" icon="phone">
              {t('match.unnamedHelp')}
            </Banner>
          )}
          {guarded && (
            <Banner tone="lost" icon="phone">
              {t('match.guardedHelp')}
            </Banner>
          )}
          <NotKept outcome={outcome} />
          {outcome.check !== 'confirmed' && (outcome.isKept || outcome.check === 'asking') && (
            <p className={styles.check}>{t(outcome.check === 'asking' ? 'match.asking' : 'match.queued')}</p>
          )}
          {outcome.askAgainAt && (
            <p className={styles.check}>{t('scan.tooMany', { time: formatTime(t, new Date(outcome.askAgainAt)) })}</p>
          )}
          {!isBare && !isUnnamed && <PersonDetails view={view} />}
          {outcome.matches.length > 1 && (
            <p className={styles.check}>{t('match.more', { count: outcome.matches.length - 1 })}</p>
          )}
          {isBare && <KeepOutcome outcome={outcome} isSought onKept={onTold} />}
          <div className={styles.more}>
            {(isUnnamed || guarded) && (
              <LinkButton kind="outlined" icon="phone" href="tel:1098">
                {t('match.call1098')}
              </LinkButton>
            )}
            {guarded && !isBare && (
              <LinkButton kind="outlined" to={`/items/${view.id}`}>
                {t('match.record')}
              </LinkButton>
            )}
            {guarded && (
              <Button kind="quiet" onClick={onYes}>
                {t('match.yes')}
              </Button>
            )}
            <Button kind="quiet" icon="scan" onClick={onAgain}>
              {t('match.again')}
            </Button>
          </div>
        </div>
        <div className={styles.actions}>
          <ActionBar>
            {guarded ? (
              <LinkButton wide icon="phone" href="tel:112">
                {t('match.call112')}
              </LinkButton>
            ) : (
              <div className={styles.yes}>
                {!seen && (
                  <Button busy={waitsForName(outcome)} onClick={mayBeGone ? () => setAsking(true) : onYes}>
                    {t(mayBeGone ? 'match.same' : 'match.yes')}
                  </Button>
                )}
                {view.phoneNumber ? (
                  <LinkButton kind="outlined" icon="phone" href={`tel:${view.phoneNumber.replace(/[^\d+]/g, '')}`}>
                    {t('match.call')}
                  </LinkButton>
                ) : (
                  <LinkButton kind="outlined" icon="phone" href="tel:112">
                    {t('match.call112')}
                  </LinkButton>
                )}
              </div>
            )}
            {!seen && (
              <Button kind="outlined" wide onClick={onNo}>
                {t('match.no')}
              </Button>
            )}
          </ActionBar>
        </div>
      </div>
      {isAsking && (
        <SeenOrHere
          view={view}
          at={at}
          onHere={onYes}
          onSeen={(told) => {
            setAsking(false);
            setSeen(told);
            onTold();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </article>
  );
}
