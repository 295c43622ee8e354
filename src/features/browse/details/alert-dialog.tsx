import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AlertedPerson, type AlertWordsFault, type AreaAlert, alertArea } from '../../../../contract/alert.ts';
import { MAX_ALERT_CHARS } from '../../../../contract/limits.ts';
import { districtName } from '../../../../reference/districts.ts';
import { useServices } from '../../../services.ts';
import { whoIn } from '../../../ui/area-alert.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { useSending } from './use-sending.ts';

/** Days; a week where nothing else is said. */
const CHOICES = [1, 3, 7, 14, 30] as const;
const USUAL = 7;

const FAULT = { 'names them': 'name', 'a number': 'number', 'a school': 'school', 'a place': 'place' } as const;
const isFault = (fault = ''): fault is AlertWordsFault => Object.hasOwn(FAULT, fault);
const faultOf = ({ words }: { words?: string }) => (isFault(words) ? FAULT[words] : 'other');

interface AlertDialogProps {
  /** What everybody will read, without the words. */
  who: AlertedPerson;
  running: AreaAlert | undefined;
  onClose: () => void;
}

/** An officer asks a whole district to look for somebody, and reads first what it will read. */
export function AlertDialog({ who, running, onClose }: AlertDialogProps) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const [words, setWords] = useState(running?.words ?? '');
  const [days, setDays] = useState<number>(USUAL);
  const sent = useSending(who.id, t('alert.sent'), onClose);
  const ended = useSending(who.id, t('alert.ended'), onClose);
  const failure = sent.failure ?? ended.failure;
  const put = (how: { days: number; words?: string }) => () => api.call(alertArea, { id: who.id, ...how });
  return (
    <Dialog
      open
      title={t(running ? 'alert.change' : 'alert.raise')}
      onClose={onClose}
      actions={
        <>
          <Button busy={sent.busy} onClick={() => void sent.send(put({ days, words: words.trim() }))}>
            {t('alert.send')}
          </Button>
          {running && (
            <Button kind="outlined" busy={ended.busy} onClick={() => void ended.send(put({ days: 0 }))}>
              {t('alert.end')}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>
        {t('alert.text', {
          district: districtName(who.district, i18n.language),
          who: whoIn(t, who, i18n.language),
        })}
      </p>
      {failure && failure !== 'bad-input' && (
        <Banner tone="lost" icon="alert">
          {t(`errors.${failure}.what`)}
        </Banner>
      )}
      <Field
        label={t('alert.words')}
        hint={t('alert.wordsHint')}
        error={failure === 'bad-input' ? t(`alert.fault.${faultOf(sent.faults)}`) : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={MAX_ALERT_CHARS}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('alert.days')}>
        {(control) => (
          <select {...control} value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {CHOICES.map((count) => (
              <option key={count} value={count}>
                {t('alert.day', { count })}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Dialog>
  );
}
