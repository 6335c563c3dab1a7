import { LoaderCircle, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components';
import css from './CommandDialog.module.css';

export interface CommandOption {
  /** Unique key among the options of all groups. */
  key: string;
  title: string;
}

export interface CommandGroup<Option extends CommandOption> {
  name: string;
  options: readonly Option[];
}

/** A dialog with a field and grouped results: arrow keys move, Enter opens, with Ctrl or ⌘ in a new tab, Escape closes. */
export function CommandDialog<Option extends CommandOption>({
  label,
  placeholder,
  value,
  busy,
  groups,
  render,
  status,
  foot,
  onChange,
  onPick,
  onClose,
}: {
  label: string;
  placeholder: string;
  value: string;
  busy: boolean;
  groups: readonly CommandGroup<Option>[];
  render: (option: Option) => ReactNode;
  /** Summary of the results. */
  status: ReactNode;
  foot?: ReactNode;
  onChange: (value: string) => void;
  onPick: (option: Option, newTab: boolean) => void;
  onClose: () => void;
}) {
  return (
    <ModalOverlay className={css.overlay ?? ''} isOpen isDismissable onOpenChange={onClose}>
      <Modal className={css.modal ?? ''}>
        <Dialog className={css.panel ?? ''} aria-label={label} data-modal>
          <Autocomplete inputValue={value} onInputChange={onChange} disableAutoFocusFirst>
            <TextField className={css.field ?? ''} aria-label={label} autoFocus>
              {busy ? (
                <LoaderCircle className={css.turning} size={16} aria-hidden="true" />
              ) : (
                <Search size={16} strokeWidth={1.6} aria-hidden="true" />
              )}
              <Input
                role="combobox"
                autoCapitalize="off"
                aria-expanded={groups.length > 0}
                placeholder={placeholder}
              />
              <kbd>Esc</kbd>
            </TextField>
            <ListBox
              // A new list for every text: Enter selects the first option until an arrow key moves away from it.
              key={groups.length > 0 ? value : ''}
              className={css.list ?? ''}
              aria-label={label}
              autoFocus="first"
              shouldFocusWrap
            >
              {groups.map(({ name, options }) => (
                <ListBoxSection key={name} id={name}>
                  <Header className={css.heading ?? ''}>{name}</Header>
                  {options.map((option) => (
                    <ListBoxItem
                      key={option.key}
                      id={option.key}
                      textValue={option.title}
                      className={css.option ?? ''}
                      onPress={({ ctrlKey, metaKey }) => onPick(option, ctrlKey || metaKey)}
                    >
                      {render(option)}
                    </ListBoxItem>
                  ))}
                </ListBoxSection>
              ))}
            </ListBox>
          </Autocomplete>
          <div className={css.foot}>
            <span role="status">{status}</span>
            {foot}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
