/** The menus of a family: saves meals of the week under a name, and places those of a menu in the week. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Menu } from '#domain/plan/menu.ts';
import { mealsIn, type Meals } from '#domain/plan/plan.ts';
import { api } from '#web/base/api.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { queries } from '#web/data/session.ts';
import { MenuName } from './menu-name.tsx';
import { PlaceMenu } from './place-menu.tsx';
import { SaveMenu } from './save-menu.tsx';
import './menus.css';

type DialogProps = { start: 'save' | 'use'; week: string; meals: Meals; onClose: () => void };

export function MenusDialog({ start, week, meals, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [menu, setMenu] = useState<Menu>();
  const title = start === 'save' ? t('menus.save-title') : (menu?.name ?? t('menus.title'));
  return (
    <Dialog title={title} onClose={onClose}>
      {start === 'save' && <SaveMenu meals={meals} onClose={onClose} />}
      {start === 'use' && !menu && <Menus onChoose={setMenu} />}
      {menu && <PlaceMenu menu={menu} week={week} meals={meals} onClose={onClose} />}
    </Dialog>
  );
}

function Menus({ onChoose }: { onChoose: (menu: Menu) => void }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(
    { queryKey: ['menus'], queryFn: () => api('GET /app/api/menus'), gcTime: 0 },
    queries,
  );
  if (error) return <p className="field-error">{problemText(t, error)}</p>;
  if (!data) return <Skeleton label={t('app.loading')} lines={3} />;
  if (data.menus.length === 0) return <p>{t('menus.none')}</p>;
  return (
    <ul className="menus">
      {data.menus.map((menu) => (
        <MenuRow key={menu.id} menu={menu} onChoose={() => onChoose(menu)} />
      ))}
    </ul>
  );
}

function MenuRow({ menu, onChoose }: { menu: Menu; onChoose: () => void }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'name' | 'delete'>();
  const { id, name } = menu;
  const all = mealsIn(menu.meals);
  const close = () => setStep(undefined);
  if (step === 'name') {
    return (
      <li>
        <MenuName
          name={name}
          action={t('menus.rename-save')}
          onCancel={close}
          onSave={async (next) => {
            await api('PUT /app/api/menus/:id', { params: { id }, body: { name: next } });
            await refreshMenus();
            close();
          }}
        />
      </li>
    );
  }
  return (
    <li className="menus-row">
      <Button className="menus-choose" onClick={onChoose}>
        <strong>{name}</strong>
        <small>
          {t('menus.meals', { count: all.length })} · {all.map(({ description }) => description).join(', ')}
        </small>
      </Button>
      <IconButton label={t('menus.rename', { name })} onClick={() => setStep('name')}>
        <PageIcon name="pencil" />
      </IconButton>
      <IconButton label={t('menus.delete', { name })} onClick={() => setStep('delete')}>
        <Icon name="trash" />
      </IconButton>
      {step === 'delete' && (
        <Confirm
          title={t('menus.delete-title', { name })}
          action={t('menus.delete-confirm')}
          cancelLabel={t('menus.keep')}
          run={async () => {
            await api('DELETE /app/api/menus/:id', { params: { id } });
            await refreshMenus();
          }}
          onClose={close}
        >
          <p>{t('menus.delete-why')}</p>
        </Confirm>
      )}
    </li>
  );
}

function refreshMenus(): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['menus'] });
}
