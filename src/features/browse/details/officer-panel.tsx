import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameCase, protectPerson } from '../../../../contract/protection.ts';
import { CaseKind, endSearch, type ReportView } from '../../../../contract/report.ts';
import { useServices } from '../../../services.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, type ButtonKind } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import styles from './tools.module.css';
import type { Details } from './use-details.ts';
import { useSending } from './use-sending.ts';

const AlertDialog = lazy(async () => ({ default: (await import('./alert-dialog.tsx')).AlertDialog }));

type Asking = 'case' | 'alert' | 'end' | 'protect';

/** What an officer does for a person of their district, and officers and moderators for somebody who must not be found. */
export function OfficerPanel({ details: { data: view, may, endsSearch, alerts, alert } }: { details: Details }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = view;
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  if (!may.includes('name-case') && !may.includes('protect') && !endsSearch && !alerts) return null;
  return (
    <section className={styles.panel} aria-labelledby="protection">
      <h2 id="protection">{t('protection.title')}</h2>
      {may.includes('name-case') && !view.case && (
        <Banner tone="wait" icon="info">
          {t('protection.caseMissing')}
        </Banner>
      )}
      <div className={styles.tools}>
        {may.includes('name-case') && (
          <Button kind={view.case ? 'outlined' : 'filled'} icon="pencil" onClick={() => setAsking('case')}>
            {t(view.case ? 'protection.caseChange' : 'protection.caseAdd')}
          </Button>
        )}
        {alerts && (
          <Button kind="outlined" icon="bell" onClick={() => setAsking('alert')}>
            {t(alert ? 'alert.change' : 'alert.raise')}
          </Button>
        )}
        {endsSearch && (
          <Button kind="outlined" icon="check" onClick={() => setAsking('end')}>
            {t('protection.endSearch')}
          </Button>
        )}
        {may.includes('protect') && (
          <Button kind="quiet" icon="lock" onClick={() => setAsking('protect')}>
            {t('protection.protect')}
          </Button>
        )}
      </div>
      {asking === 'case' && <CaseDialog view={view} onClose={close} />}
      {asking === 'alert' && alerts && (
        <Suspense fallback={null}>
          <AlertDialog who={alerts} running={alert} onClose={close} />
        </Suspense>
      )}
      {asking === 'end' && (
        <ActDialog
          id={id}
          title={t('protection.endSearch')}
          text={t('protection.endSearchText')}
          act={t('protection.endSearchYes')}
          done={t('protection.endSearchDone')}
          label={t('protection.endSearchReason')}
          call={(reason) => api.call(endSearch, { id, reason })}
          onClose={close}
        />
      )}
      {asking === 'protect' && (
        <ActDialog
          id={id}
          title={t('protection.protect')}
          text={t('protection.protectText')}
          act={t('protection.protectYes')}
          done={t('protection.protected')}
          label={t('protection.reason')}
          hint={t('moderation.logHint')}
          kind="danger"
          call={(reason) => api.call(protectPerson, { id, reason })}
          onClose={close}
        />
      )}
    </section>
  );
}

function CaseDialog({ view, onClose }: { view: ReportView; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [kind, setKind] = useState<CaseKind>(view.case?.kind ?? 'fir');
  const [number, setNumber] = useState(view.case?.number ?? '');
  const [missing, setMissing] = useState(false);
  const { busy, failure, send } = useSending(view.id, t('protection.caseAdded'), onClose);

  function save(): void {
    const isSound = nameCase.input.shape.number.safeParse(number).success;
    setMissing(!isSound);
    if (isSound) void send(() => api.call(nameCase, { id: view.id, kind, number }));
  }

  return (
    <Dialog
      open
      title={t('protection.caseAdd')}
      onClose={onClose}
      actions={
        <>
          <Button busy={busy} onClick={save}>
            {t('protection.caseSave')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('protection.caseText')}</p>
      {failure && (
        <Banner tone="lost" icon="alert">
          {t(`errors.${failure}.what`)}
        </Banner>
      )}
      <Field label={t('protection.caseKind')}>
        {(control) => (
          <select {...control} value={kind} onChange={(event) => setKind(CaseKind.parse(event.target.value))}>
            {CaseKind.options.map((one) => (
              <option key={one} value={one}>
                {t(`protection.kind.${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={t('protection.caseNumber')}
        hint={t('protection.caseHint')}
        error={missing ? t('protection.caseNeeded') : undefined}
      >
        {(control) => (
          <input {...control} maxLength={40} value={number} onChange={(event) => setNumber(event.target.value)} />
        )}
      </Field>
    </Dialog>
  );
}

interface ActDialogProps {
  id: string;
  title: string;
  text: string;
  /** What the button does, and what is said when it is done. */
  act: string;
  done: string;
  label: string;
  hint?: string;
  kind?: ButtonKind;
  call: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Something that is done to a report with a reason, for the log. */
function ActDialog({ id, text, done, call, onClose, ...words }: ActDialogProps) {
  const { t } = useTranslation();
  const { busy, failure, send } = useSending(id, done, onClose);
  return (
    <ReasonDialog
      {...words}
      busy={busy}
      needed={t('moderation.reasonNeeded')}
      onClose={onClose}
      onReason={(reason) => void send(() => call(reason))}
    >
      <p>{text}</p>
      {failure && (
        <Banner tone="lost" icon="alert">
          {t(`errors.${failure}.what`)}
        </Banner>
      )}
    </ReasonDialog>
  );
}
