import { Button } from '../../ui/button.tsx';
import { ListRow } from '../../ui/card.tsx';
import { Ring } from '../../ui/ring.tsx';

/** One thing the phone needs: a closed green ring when it is there, else what mends it. */
export interface ReadyLine {
  key: string;
  done: boolean;
  title: string;
  detail: string;
  /** 0 to 1, of what is on its way. */
  share?: number | undefined;
  /** `label` is what the button says to who cannot see the line it stands in. */
  mend?: { word: string; label: string; onPress: () => void } | undefined;
}

export function Line({ done, title, detail, share, mend }: ReadyLine) {
  return (
    <ListRow
      lead={
        done ? (
          <Ring shape="closed" tone="found" mark="tick" size="small" />
        ) : share !== undefined ? (
          <Ring shape="arc" tone="wait" share={share} size="small" />
        ) : (
          <Ring shape="dashed" tone="wait" size="small" />
        )
      }
      title={title}
      detail={detail}
      action={
        mend && (
          <Button kind="quiet" aria-label={mend.label} onClick={mend.onPress}>
            {mend.word}
          </Button>
        )
      }
    />
  );
}
