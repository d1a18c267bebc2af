; The setup program of xlplugin for Windows: puts the folder in place, has its "Set up.cmd" do the rest, and makes
; what Windows wants to know of a program. For one user, without an administrator. templates/installing.py says
;   makensis -DVERSION=... -DFOLDER=(what goes in) -DOUT=(the setup program) -DPICTURE=(a bitmap, 164 by 314)
;       [-DSIGN=(command)] setup.nsi
; With /S it asks nothing, and says by its exit status how it went; /D=C:\a folder, as the last, chooses the folder.

Unicode true
Target amd64-unicode ; as the libraries are
SetCompressor lzma
!include LogicLib.nsh
!include FileFunc.nsh
!include MUI2.nsh
!include WinVer.nsh

!define NAME "xlplugin"
!define MENU "$SMPROGRAMS\xlplugin"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\xlplugin"
!define OURS "program\set_up.py" ; by which a folder is known as ours
!define NOT_RUN "Windows or a virus scanner does not let $SYSDIR\cmd.exe run, which this needs."
!define LONGEST 110

Name "${NAME}"
OutFile "${OUT}"
BrandingText "${NAME} ${VERSION}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\xlplugin"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
ManifestDPIAware true
ManifestSupportedOS all ; or Windows 10 says that it is 8
AllowSkipFiles off
ShowInstDetails show
Icon "${FOLDER}\program\xlplugin.ico"
UninstallIcon "${FOLDER}\program\xlplugin.ico"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "${NAME}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Sets up ${NAME} ${VERSION}"
VIAddVersionKey LegalCopyright "MIT licence"
!ifdef SIGN
    !finalize `${SIGN} "%1"` = 0
    !uninstfinalize `${SIGN} "%1"` = 0
!endif

!define MUI_ICON "${FOLDER}\program\xlplugin.ico"
!define MUI_UNICON "${FOLDER}\program\xlplugin.ico"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PICTURE}"
!define MUI_ABORTWARNING
!define MUI_PAGE_CUSTOMFUNCTION_SHOW ShowFolder
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE CheckFolder
!define MUI_DIRECTORYPAGE_TEXT_TOP "Setup puts ${NAME} into a folder of its own, with a Python of its own (a download \
    of 25 MB, once). Nothing else on this computer changes but Excel's settings for the buttons."
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_NOAUTOCLOSE
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "Make a new tournament"
!define MUI_FINISHPAGE_RUN_FUNCTION StartNewTournament
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

Function .onInit
    ${IfNot} ${AtLeastWin10}
        MessageBox MB_OK|MB_ICONSTOP "${NAME} needs Windows 10 or newer." /SD IDOK
        SetErrorLevel 14
        Abort
    ${EndIf}
    Call FindOlder
    ${If} $R9 != ""
        StrCpy $INSTDIR $R9
    ${EndIf}
FunctionEnd

; $R9: where an older version is. A newer one takes its place, or nothing would remove the older one.
Function FindOlder
    ReadRegStr $R9 HKCU "${KEY}" "InstallLocation"
    ${If} $R9 != ""
    ${AndIfNot} ${FileExists} "$R9\${OURS}"
        StrCpy $R9 ""
    ${EndIf}
FunctionEnd

; For an update the page shows the folder, which cannot be changed.
Function ShowFolder
    Call FindOlder
    ${If} $R9 != ""
        EnableWindow $mui.DirectoryPage.Directory 0
        EnableWindow $mui.DirectoryPage.BrowseButton 0
    ${EndIf}
FunctionEnd

; The folder must be ours or empty, since removing takes away what is in it. Most programs of Windows know no path of more
; than 260 letters, and the longest name below it has 138.
Function CheckFolder
    ${If} ${FileExists} "$INSTDIR\${OURS}"
        Return
    ${EndIf}
    ${DirState} "$INSTDIR" $0
    ${If} $0 = 1
        MessageBox MB_OK|MB_ICONEXCLAMATION "There is something else in $INSTDIR. Choose an empty folder." /SD IDOK
        SetErrorLevel 15
        Abort
    ${EndIf}
    StrLen $0 $INSTDIR
    ${If} $0 > ${LONGEST}
        MessageBox MB_OK|MB_ICONEXCLAMATION "The path of $INSTDIR is too long for Windows. Choose a shorter one." /SD IDOK
        SetErrorLevel 15
        Abort
    ${EndIf}
FunctionEnd

Section
    AddSize 300000 ; the private Python and the environment
    Call CheckFolder
    StrCpy $R0 "new"
    ${If} ${FileExists} "$INSTDIR\environment\*"
        StrCpy $R0 "update"
    ${EndIf}
    RMDir /r "$INSTDIR\program"
    SetOutPath "$INSTDIR"
    File /r /x wheels "${FOLDER}\*"
    SetOutPath "$INSTDIR\program\wheels"
    SetCompress off ; they are compressed
    File "${FOLDER}\program\wheels\*"
    SetCompress auto
    SetOutPath "$INSTDIR"

    again:
    nsExec::ExecToLog '"$SYSDIR\cmd.exe" /d /s /c ""$INSTDIR\Set up.cmd" /quiet"'
    Pop $R1
    Call ReadProblem
    ${If} $R1 == "error"
        StrCpy $R1 12
        StrCpy $R2 "${NOT_RUN}"
    ${EndIf}
    ${If} $R1 = 11
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$R2" /SD IDCANCEL IDRETRY again
    ${ElseIf} $R1 <> 0
        MessageBox MB_OK|MB_ICONEXCLAMATION "$R2" /SD IDOK
    ${EndIf}
    SetErrorLevel $R1
    ${If} $R1 <> 0
    ${AndIf} $R1 <> 13 ; only Excel is not ready, which "Tournament doctor" says again
        SetOutPath "$TEMP"
        ${If} $R0 == "new"
            Call TakeAway
        ${EndIf}
        Abort "$R2"
    ${EndIf}

    ; The libraries are in the environment now, and the rest is for folders without a setup program.
    RMDir /r "$INSTDIR\program\wheels"
    Delete "$INSTDIR\Set up.cmd"
    Delete "$INSTDIR\New tournament.cmd"

    CreateDirectory "${MENU}"
    SetOutPath "$PROFILE" ; where the programs start
    CreateShortcut "${MENU}\New tournament.lnk" "$INSTDIR\environment\Scripts\python.exe" "-I -m xlplugin start" \
        "$INSTDIR\program\xlplugin.ico" 0 SW_SHOWMINIMIZED "" "Makes the workbook of a new event"
    CreateShortcut "${MENU}\Tournament doctor.lnk" "$INSTDIR\Tournament doctor.cmd" "" \
        "$INSTDIR\program\xlplugin.ico" 0 SW_SHOWNORMAL "" "Says why buttons do not work, and what to do"

    WriteUninstaller "$INSTDIR\Remove xlplugin.exe"
    WriteRegStr HKCU "${KEY}" "DisplayName" "${NAME}"
    WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${KEY}" "Publisher" "${NAME}"
    WriteRegStr HKCU "${KEY}" "DisplayIcon" '"$INSTDIR\program\xlplugin.ico"'
    WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\Remove xlplugin.exe"'
    WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\Remove xlplugin.exe" /S'
    WriteRegDWORD HKCU "${KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${KEY}" "EstimatedSize" $0
SectionEnd

; $R2: why it did not go well, as "Set up.cmd" or "Remove.cmd" has left it.
!macro ReadProblem un
Function ${un}ReadProblem
    StrCpy $R2 "It stopped before its end (status $R1)."
    ClearErrors
    FileOpen $0 "$INSTDIR\problem.txt" r
    ${IfNot} ${Errors}
        FileRead $0 $R2
        FileClose $0
    ${EndIf}
FunctionEnd

; Everything that is ours, and nothing else.
Function ${un}TakeAway
    RMDir /r "$INSTDIR\environment"
    RMDir /r "$INSTDIR\environment before"
    RMDir /r "$INSTDIR\python"
    RMDir /r "$INSTDIR\cache"
    RMDir /r "$INSTDIR\program"
    Delete "$INSTDIR\Set up.cmd"
    Delete "$INSTDIR\New tournament.cmd"
    Delete "$INSTDIR\Tournament doctor.cmd"
    Delete "$INSTDIR\Remove.cmd"
    Delete "$INSTDIR\problem.txt"
    Delete "$INSTDIR\Remove xlplugin.exe"
    RMDir "$INSTDIR"
FunctionEnd
!macroend
!insertmacro ReadProblem ""
!insertmacro ReadProblem "un."

Function StartNewTournament
    ExecShell "" "${MENU}\New tournament.lnk"
FunctionEnd

Section Uninstall
    ${IfNot} ${FileExists} "$INSTDIR\${OURS}"
        MessageBox MB_OK|MB_ICONSTOP "${NAME} is not in $INSTDIR." /SD IDOK
        SetErrorLevel 15
        Abort
    ${EndIf}
    again:
    nsExec::ExecToLog '"$SYSDIR\cmd.exe" /d /s /c ""$INSTDIR\Remove.cmd" /quiet"'
    Pop $R1
    Call un.ReadProblem
    ${If} $R1 == "error"
        StrCpy $R1 12
        StrCpy $R2 "${NOT_RUN}"
    ${EndIf}
    ${If} $R1 <> 0
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$R2" /SD IDCANCEL IDRETRY again
        SetErrorLevel $R1
        Abort "$R2"
    ${EndIf}
    Call un.TakeAway
    Delete "${MENU}\New tournament.lnk"
    Delete "${MENU}\Tournament doctor.lnk"
    RMDir "${MENU}"
    DeleteRegKey HKCU "${KEY}"
SectionEnd
