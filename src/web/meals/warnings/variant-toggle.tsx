/**
 * The variant of a dish as the first answer to its warnings, "With tofu for Mia": a tap gives it to them, another one
 * takes it back.
 */
import type { Dish } from '#domain/plan/plan.ts';
import type { VariantOffer } from '#domain/preferences/variant-offer.ts';
import { variantText } from '#domain/preferences/variant-text.ts';
import { Button } from '#web/base/ui/button.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './variant-toggle.css';

type ToggleProps = {
  offer: VariantOffer;
  variant: Dish['variant'];
  onChange: (variant: Dish['variant']) => void;
};

export function VariantToggle({ offer, variant, onChange }: ToggleProps) {
  const translation = useTranslation();
  return (
    <Button
      className="variant-toggle"
      aria-pressed={variant !== undefined}
      onClick={() => onChange(variant ? undefined : variantOf(offer))}
    >
      {variantText(offer.title, offer.names, translation)}
    </Button>
  );
}

/** As a dish has it. */
export function variantOf({ eaterIds, servings }: VariantOffer): NonNullable<Dish['variant']> {
  return { eaterIds, servings };
}

/** The offer, if the dish has its variant for all of them. */
export function takenOffer(
  offer: VariantOffer | undefined,
  variant: Dish['variant'],
): VariantOffer | undefined {
  return offer?.eaterIds.every((id) => variant?.eaterIds.includes(id)) ? offer : undefined;
}
