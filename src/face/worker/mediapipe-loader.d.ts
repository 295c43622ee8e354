declare module '@mediapipe/tasks-vision/vision_wasm_module_internal.js' {
  const ModuleFactory: unknown;
  // biome-ignore lint/style/noDefaultExport: it describes a package's module
  export default ModuleFactory;
}
