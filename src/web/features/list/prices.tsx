/**
 * The cost of the list by food, and the prices behind it. Prices are estimates until the family changes them;
 * a change is saved on blur, for the whole family.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_CENTS_PER_KG } from '#domain/food/cost.ts';
import { hasOwnEstimates } from '#domain/family/currency.ts';
import type { Offer, SoldAmount } from '#domain/food/sold-amounts.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import type { PricedFood } from '#domain/shopping-list/cost.ts';
import { api } from '#web/base/api.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { queries, useMe } from '#web/data/session.ts';
import { moneyInput, parseMoney, showMoney } from '#web/base/i18n/money.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { amountText } from '#web/meals/amount-text.ts';
import { costText } from './cost-text.ts';
import './prices.css';

type PriceChange = { foodId: string; offer: Offer | undefined };

type PricesProps = { week: string; onClose: () => void; onSaved: () => void };

export function Prices({ week, onClose, onSaved }: PricesProps) {
  const translation = useTranslation();
  const { t, language } = translation;
  const { currency } = useMe().family;
  const queryKey = ['costs', week, language];
  const { data, error } = useQuery(
    {
      queryKey,
      queryFn: () => api('GET /app/api/lists/:week/costs', { params: { week }, query: { language } }),
      staleTime: 0,
    },
    queries,
  );
  const saving = useMutation(
    {
      mutationFn: ({ foodId, offer }: PriceChange) =>
        offer
          ? api('PUT /app/api/prices/:foodId', { params: { foodId }, body: offer })
          : api('DELETE /app/api/prices/:foodId', { params: { foodId } }),
      onSettled: () => queries.invalidateQueries({ queryKey }),
      onSuccess: onSaved,
    },
    queries,
  );
  const failure = saving.error ?? error;
  return (
    <Dialog title={t('list.prices-title')} onClose={onClose}>
      <p className="prices-lead">
        {t(hasOwnEstimates(currency) ? 'list.prices-lead' : 'list.prices-lead-other')}
      </p>
      {failure && (
        <p className="field-error" role="alert">
          {problemText(t, failure)}
        </p>
      )}
      {!data && !error && <Skeleton label={t('app.loading')} />}
      {data && (
        <>
          <p className="prices-head" aria-hidden="true">
            <span>{t('list.price-here')}</span>
          </p>
          <ul className="prices-list">
            {data.foods.map((food) => (
              <PriceRow
                key={`${food.foodId} ${food.centsPerKg} ${food.offer?.per}`}
                food={food}
                units={data.units}
                onSave={(offer) => saving.mutate({ foodId: food.foodId, offer })}
              />
            ))}
          </ul>
          <p className="prices-sum" role="status">
            {costText(translation, data.cost, currency)}
          </p>
        </>
      )}
    </Dialog>
  );
}

type RowProps = { food: PricedFood; units: UnitSystem; onSave: (offer: Offer | undefined) => void };

function PriceRow({ food, units, onSave }: RowProps) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const { currency } = useMe().family;
  const [isWrong, setWrong] = useState(false);
  const { name, centsPerKg, isOwn, costCents, isAtLeast, offer } = food;
  const amounts = amountsIn(food, units);
  const [per, setPer] = useState(offer?.per ?? amounts[0]?.per);
  const sold = amounts.find((amount) => amount.per === per);
  if (!sold) return null;
  const cents = offer && offer.per === per ? offer.cents : (centsPerKg * sold.grams) / 1_000;
  const shown = moneyInput(cents, locale);
  const save = (text: string) => {
    if (text.trim() === shown) return setWrong(false);
    const typed = parseMoney(text);
    const isNone = Number.isNaN(typed) || ((typed ?? 0) * 1_000) / sold.grams > MAX_CENTS_PER_KG;
    setWrong(isNone);
    if (isNone) return;
    // An empty field removes the family's own price.
    if (typed !== undefined) onSave({ cents: typed, per: sold.per });
    else if (isOwn) onSave(undefined);
  };
  return (
    <li className="prices-row">
      <bdi>{name}</bdi>
      <span className="prices-cost">
        {isAtLeast && costCents === 0 ? '?' : showMoney(costCents, locale, currency)}
      </span>
      {isOwn ? (
        <IconButton label={t('list.price-rough', { food: name })} onClick={() => onSave(undefined)}>
          <Icon name="undo" size={18} />
        </IconButton>
      ) : (
        <span />
      )}
      <input
        key={per}
        className="field-input"
        aria-label={`${name}, ${perText(translation, sold)}`}
        aria-invalid={isWrong || undefined}
        data-own={isOwn || undefined}
        defaultValue={shown}
        inputMode="decimal"
        maxLength={12}
        autoComplete="off"
        onBlur={({ target }) => save(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      <select
        className="field-input"
        aria-label={t('list.price-for', { food: name })}
        value={per}
        onChange={({ target }) => setPer(target.value)}
      >
        {amounts.map((amount) => (
          <option key={amount.per} value={amount.per}>
            {perText(translation, amount)}
          </option>
        ))}
      </select>
      {isWrong && <p className="field-error">{t('list.price-wrong')}</p>}
    </li>
  );
}

/** Without kilograms where people buy pounds, and the other way round, unless the price was typed so. */
function amountsIn({ amounts, offer }: PricedFood, units: UnitSystem): SoldAmount[] {
  const foreign: readonly string[] = units === 'us' ? ['1 kg', '1 l'] : ['1 lb'];
  return amounts.filter(({ per }) => per === offer?.per || !foreign.includes(per));
}

const PER_ONE: Record<string, MessageId> = {
  '1 kg': 'list.per-kg',
  '1 lb': 'list.per-lb',
  '1 l': 'list.per-l',
  '1 piece': 'list.per-piece',
};

/** `per kg`, `per pack of 500 g` */
function perText(translation: Translation, { per, amount, unit }: SoldAmount): string {
  const one = PER_ONE[per];
  return one
    ? translation.t(one)
    : translation.t('list.per-pack', { size: amountText(translation, { amount, unit }) });
}
