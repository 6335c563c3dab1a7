/** What `Dialog` loads when it first opens. */
export { Modal } from 'antd';
