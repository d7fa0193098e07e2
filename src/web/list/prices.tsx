/**
 * The cost of the list by food, and the prices behind it. Prices are estimates until the family changes them;
 * a change is saved on blur, for the whole family.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_CENTS_PER_KG } from '#domain/food/cost.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import type { FoodCost } from '#domain/shopping-list/cost.ts';
import type { ListCostsResponse } from '#http/app/contract.ts';
import { request } from '#web/api.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { problemText } from '#web/ui/problem-text.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { queries, useMe } from '#web/session.ts';
import { moneyInput, parseMoney, showMoney } from '#web/preferences/money.ts';
import { type Translate, useTranslation } from '#web/i18n/translation.ts';
import { costText } from './cost-text.ts';
import './prices.css';

type PriceChange = { foodId: string; centsPerKg: number | undefined };

const POUND_KG = 0.453_592_37;

type PricesProps = { week: string; onClose: () => void; onSaved: () => void };

export function Prices({ week, onClose, onSaved }: PricesProps) {
  const translation = useTranslation();
  const { t, language } = translation;
  const { currency } = useMe().family;
  const queryKey = ['costs', week, language];
  const path = `/app/api/lists/${week}/costs?language=${language}`;
  const { data, error } = useQuery(
    { queryKey, queryFn: () => request<ListCostsResponse>('GET', path), staleTime: 0 },
    queries,
  );
  const saving = useMutation(
    {
      mutationFn: ({ foodId, centsPerKg }: PriceChange) =>
        centsPerKg === undefined
          ? request('DELETE', `/app/api/prices/${foodId}`)
          : request('PUT', `/app/api/prices/${foodId}`, { centsPerKg }),
      onSettled: () => queries.invalidateQueries({ queryKey }),
      onSuccess: onSaved,
    },
    queries,
  );
  const failure = saving.error ?? error;
  return (
    <Dialog title={t('list.prices-title')} onClose={onClose}>
      <p className="prices-lead">{t('list.prices-lead')}</p>
      {failure && (
        <p className="field-error" role="alert">
          {problemText(t, failure)}
        </p>
      )}
      {!data && !error && <Skeleton label={t('app.loading')} />}
      {data && (
        <>
          <p className="prices-head" aria-hidden="true">
            <span>{perText(t, data.units)}</span>
            <span>{t('list.price-here')}</span>
          </p>
          <ul className="prices-list">
            {data.foods.map((food) => (
              <PriceRow
                key={`${food.foodId} ${food.centsPerKg}`}
                food={food}
                units={data.units}
                onSave={(centsPerKg) => saving.mutate({ foodId: food.foodId, centsPerKg })}
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

type RowProps = { food: FoodCost; units: UnitSystem; onSave: (centsPerKg: number | undefined) => void };

function PriceRow({ food, units, onSave }: RowProps) {
  const { t, locale } = useTranslation();
  const { currency } = useMe().family;
  const [isWrong, setWrong] = useState(false);
  const { name, centsPerKg, isOwn, costCents, isAtLeast } = food;
  const perUnit = units === 'us' ? POUND_KG : 1;
  const shown = moneyInput(centsPerKg * perUnit, locale);
  const save = (text: string) => {
    if (text.trim() === shown) return setWrong(false);
    const cents = parseMoney(text);
    const perKg = cents === undefined ? undefined : Math.round(cents / perUnit);
    const isNone = Number.isNaN(perKg) || (perKg ?? 0) > MAX_CENTS_PER_KG;
    setWrong(isNone);
    // An empty field removes the family's own price.
    if (!isNone && (perKg !== undefined || isOwn)) onSave(perKg);
  };
  return (
    <li className="prices-row">
      <bdi>{name}</bdi>
      <input
        className="field-input"
        aria-label={`${name}, ${perText(t, units)}`}
        aria-invalid={isWrong || undefined}
        data-own={isOwn || undefined}
        defaultValue={shown}
        inputMode="decimal"
        maxLength={12}
        autoComplete="off"
        onBlur={({ target }) => save(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
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
      {isWrong && <p className="field-error">{t('list.price-wrong')}</p>}
    </li>
  );
}

function perText(t: Translate, units: UnitSystem): string {
  return t(units === 'us' ? 'list.per-lb' : 'list.per-kg');
}
