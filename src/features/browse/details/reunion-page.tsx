import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { AppError } from '../../../../contract/errors.ts';
import { MAX_TEXT } from '../../../../contract/limits.ts';
import { type Endpoints, endpoints } from '../../../../contract/protocol.ts';
import type { Reunion } from '../../../../contract/reunion.ts';
import { useRead, useRefresh } from '../../../api/use-read.ts';
import { useServices } from '../../../services.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ReunionSteps } from '../../../ui/reunion.tsx';
import { RecordSkeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toasts.ts';
import styles from './tools.module.css';

type Change = Omit<InputOf<Endpoints['updateReunion']>, 'id' | 'opId'>;

/** /items/:id/reunion: what to do now that somebody was found who may be the one, and the word that they are together. */
export function Page() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { api } = useServices();
  const refresh = useRefresh();
  const read = useRead('readReunion', { id });

  async function change(how: Change): Promise<void> {
    try {
      await api.call(endpoints.updateReunion, { id, opId: crypto.randomUUID(), ...how });
      await Promise.all([refresh('readReunion', { id }), refresh('getReport', { id })]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      showToast(t('reunion.failed'), 'lost');
    }
  }

  if (read.isPending) return <RecordSkeleton />;
  return (
    <>
      <PageTitle title={t('reunion.title')} back={`/items/${id}`} />
      {read.data ? (
        <Told reunion={read.data.data} onChange={change} />
      ) : (
        <Banner tone="wait" icon="info">
          {t('reunion.none')}
        </Banner>
      )}
    </>
  );
}

interface ToldProps {
  reunion: Reunion;
  onChange: (how: Change) => Promise<void>;
}

function Told({ reunion, onChange }: ToldProps) {
  const { t } = useTranslation();
  const [tellFinder, setTellFinder] = useState(false);
  const [asking, setAsking] = useState(false);
  const { as, together } = reunion;
  const isFamily = as === 'family';
  return (
    <section className={styles.panel}>
      {as === 'finder' ? <p>{t('reunion.thanksFinder')}</p> : <ReunionSteps reunion={reunion} heading="h2" />}
      {as === 'office' && !together && <Release reunion={reunion} onRelease={onChange} />}
      {(!together || as === 'finder') && (
        <>
          {isFamily && <Checkbox checked={tellFinder} onChange={setTellFinder} label={t('reunion.tellFinder')} />}
          <Button wide kind="outlined" icon="check" onClick={() => setAsking(true)}>
            {t('reunion.together')}
          </Button>
        </>
      )}
      <Dialog
        open={asking}
        title={t('reunion.sureTitle')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button
              icon="check"
              onClick={() => {
                setAsking(false);
                void onChange({ together: true, ...(isFamily ? { tellFinder } : {}) });
              }}
            >
              {t('reunion.sure')}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('reunion.sureText')}</p>
      </Dialog>
    </section>
  );
}

/** An officer lets the family know where to go: nothing else of the other record reaches them. */
function Release({ reunion, onRelease }: { reunion: Reunion; onRelease: (how: Change) => Promise<void> }) {
  const { t } = useTranslation();
  const [words, setWords] = useState(reunion.words ?? '');
  const [phone, setPhone] = useState(reunion.phone ?? '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onRelease({ words, phone });
      }}
    >
      <h2>{t('reunion.releaseTitle')}</h2>
      <Field label={t('reunion.words')} room={{ length: words.length, max: MAX_TEXT }}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={MAX_TEXT}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('reunion.phone')}>
        {(control) => (
          <input {...control} type="tel" value={phone} onChange={(event) => setPhone(event.target.value)} />
        )}
      </Field>
      <Button type="submit">{t('reunion.release')}</Button>
    </form>
  );
}
