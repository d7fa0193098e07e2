/**
 * A menu button with a native popover, which is above everything and closes with Esc or a click outside.
 * Arrow keys, Home and End move the focus.
 */
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import './menu.css';

type MenuProps = {
  /** The button's accessible name. */
  label: string;
  button: ReactNode;
  buttonClass?: string;
  children: ReactNode;
};

const CloseMenu = createContext(() => {});

export function Menu({ label, button, buttonClass = 'button button-icon', children }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => list.current?.hidePopover();
  useLayoutEffect(() => {
    const [shown, from] = [list.current, opener.current];
    if (!isOpen || !shown || !from) return undefined;
    const put = () => place(shown, from);
    put();
    itemsOf(shown)[0]?.focus();
    window.addEventListener('resize', put);
    return () => window.removeEventListener('resize', put);
  }, [isOpen]);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={buttonClass}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
      >
        {button}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className="menu"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={moveInMenu}
      >
        <CloseMenu value={close}>{isOpen && children}</CloseMenu>
      </div>
    </>
  );
}

type ItemProps = {
  onSelect: () => void;
  icon?: ReactNode;
  isDanger?: boolean;
  isChecked?: boolean;
  children: ReactNode;
};

/** `isChecked` makes it a checkbox item. */
export function MenuItem({ onSelect, icon, isDanger = false, isChecked, children }: ItemProps) {
  const close = useContext(CloseMenu);
  return (
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isChecked}
      tabIndex={-1}
      className={`menu-item ${isDanger ? 'menu-item-danger' : ''}`}
      onClick={() => {
        close();
        onSelect();
      }}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}

/** Positions the menu below the button, or above it if there is more space, within the viewport. */
function place(list: HTMLElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const isRightToLeft = getComputedStyle(opener).direction === 'rtl';
  const left = isRightToLeft ? at.left : at.right - width;
  const below = at.bottom + 4;
  const top = below + height > innerHeight - 8 ? Math.max(8, at.top - height - 4) : below;
  list.style.left = `${Math.min(Math.max(8, left), innerWidth - width - 8)}px`;
  list.style.top = `${top}px`;
}

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return Array.from(list.querySelectorAll<HTMLElement>('[role^="menuitem"]'));
}
