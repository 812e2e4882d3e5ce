; The installer for Windows, by Inno Setup, of the folder that `packaging/dev.py bundle` made.
; For one user, without the rights of an administrator; signing is left to who publishes it.
[Setup]
AppId=evalgui
AppName=evalgui
AppVersion={#GetEnv("EVALGUI_VERSION")}
DefaultDirName={autopf}\evalgui
DefaultGroupName=evalgui
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=evalgui-setup
ChangesAssociations=yes
[Files]
Source: "..\..\dist\evalgui\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion
[Icons]
Name: "{group}\evalgui"; Filename: "{app}\evalgui.exe"
[Registry]
Root: HKA; Subkey: "Software\Classes\.evalgui"; ValueType: string; ValueData: "evalgui.workspace"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\evalgui.workspace"; ValueType: string; ValueData: "evalgui workspace"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\evalgui.workspace\shell\open\command"; ValueType: string; ValueData: """{app}\evalgui.exe"" ""%1"""
